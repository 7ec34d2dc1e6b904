// test: run
// offsetof with nested members, array elements and inside user macros.
#include <stddef.h>
#include <stdio.h>

struct inner { short a; int b[5]; };
struct outer {
    char tag;
    struct inner in[3];
    union { long l; char bytes[12]; };
    struct { int x, y; } point;
};

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))
#define FIELD_SIZE(t, f) sizeof(((t *)0)->f)
#define OLD_OFFSET(t, f) ((size_t)&((t *)0)->f)

enum { AT = offsetof(struct outer, point) };
static char table[offsetof(struct outer, in[1])];
_Static_assert(offsetof(struct inner, b) == 4, "layout");

int main(void) {
    printf("%zu %zu %zu\n", offsetof(struct outer, tag), offsetof(struct outer, in), offsetof(struct outer, in[2].b[3]));
    printf("%zu %zu %zu\n", offsetof(struct outer, l), offsetof(struct outer, bytes[5]), offsetof(struct outer, point.y));
    printf("%d %zu\n", AT, sizeof table);
    printf("%zu %zu\n", FIELD_SIZE(struct outer, in), FIELD_SIZE(struct outer, point.x));
    printf("%zu\n", OLD_OFFSET(struct outer, point.y));
    struct outer o = {.tag = 'q', .point = {3, 4}};
    o.in[1].b[2] = 77;
    int *p = &o.in[1].b[2];
    struct inner *in = container_of(p, struct inner, b[2]);
    struct outer *back = container_of(in, struct outer, in[1]);
    printf("%c %d %d\n", back->tag, back->point.y, back->in[1].b[2]);
    printf("%d\n", back == &o);
    switch ((int)offsetof(struct inner, b)) {
    case offsetof(struct inner, b): printf("four\n"); break;
    default: printf("other\n");
    }
    int i = 2;
    printf("%zu\n", __builtin_offsetof(struct outer, in[i].b));
    return 0;
}
