// test: run
// The packed attribute on structs and on single members; access to misaligned members.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) header { char tag; int length; short kind; double value; };
struct partly { char c; int i __attribute__((packed)); short s; };
struct outer { char c; struct header h; int i; };
#pragma pack(push, 2)
struct two { char c; int i; long l; };
#pragma pack(pop)
struct normal { char c; int i; long l; };
struct __attribute__((packed, aligned(4))) both { char c; short s; int i; };

int main(void) {
    printf("%zu %zu %zu %zu\n", sizeof(struct header), offsetof(struct header, length),
           offsetof(struct header, kind), offsetof(struct header, value));
    printf("%zu %zu %zu\n", sizeof(struct partly), offsetof(struct partly, i), offsetof(struct partly, s));
    printf("%zu %zu %zu\n", sizeof(struct outer), offsetof(struct outer, h), offsetof(struct outer, i));
    printf("%zu %zu %zu %zu\n", sizeof(struct two), _Alignof(struct two), offsetof(struct two, i), offsetof(struct two, l));
    printf("%zu\n", sizeof(struct normal));
    printf("%zu %zu\n", sizeof(struct both), _Alignof(struct both));
    struct header h = {'x', -2, 300, 2.5};
    h.length *= 3;
    h.value += h.kind;
    printf("%c %d %d %g\n", h.tag, h.length, h.kind, h.value);
    unsigned char raw[sizeof h];
    memcpy(raw, &h, sizeof h);
    for (unsigned i = 0; i < sizeof raw; i++)
        printf("%02x", raw[i]);
    printf("\n");
    struct outer o = {'a', h, 9};
    struct outer copy = o;
    printf("%d %d %g\n", copy.i, copy.h.length, copy.h.value);
    return 0;
}
