// test: run
// The aligned attribute and _Alignas on members, types and variables.
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct s { char c; alignas(16) char d; int i; };
struct __attribute__((aligned(32))) line { int x; };
typedef int wide_int __attribute__((aligned(8)));
struct t { char c; wide_int w; char d; };
struct m { char c; int i __attribute__((aligned(8))); };

static alignas(64) char buffer[10];

int main(void) {
    printf("%zu %zu %zu %zu\n", sizeof(struct s), _Alignof(struct s), offsetof(struct s, d), offsetof(struct s, i));
    printf("%zu %zu\n", sizeof(struct line), sizeof(struct line[3]));
    printf("%zu %zu %zu\n", sizeof(struct t), offsetof(struct t, w), offsetof(struct t, d));
    printf("%zu %zu\n", sizeof(struct m), offsetof(struct m, i));
    alignas(128) int local = 1;
    struct line lines[2];
    printf("%d %d %d\n", (int)((uintptr_t)buffer % 64), (int)((uintptr_t)&local % 128), (int)((uintptr_t)&lines[1] % 32));
    printf("%zu %zu\n", _Alignof(wide_int), sizeof(wide_int));
    static double d[3];
    printf("%d\n", (int)((uintptr_t)&d[1] % alignof(double)));
    return 0;
}
