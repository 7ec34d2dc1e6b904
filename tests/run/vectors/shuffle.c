// test: run
// compiler: gcc
// gcc's __builtin_shuffle, whose indices are vectors.
#include <stdio.h>

typedef int i4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned char b8 __attribute__((vector_size(8)));

#define SHUFFLE1(a, m) __builtin_shuffle(a, m)
#define SHUFFLE2(a, b, m) __builtin_shuffle(a, b, m)

static void show(i4 v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }

int main(void)
{
    i4 a = {10, 20, 30, 40}, b = {1, 2, 3, 4}, m = {3, 0, 5, -1};
    show(SHUFFLE1(a, m));
    show(SHUFFLE2(a, b, m));
    show(SHUFFLE2(a, b, ((i4){7, 6, 8, 1})));
    f4 f = SHUFFLE1(((f4){0.5f, 1.5f, 2.5f, 3.5f}), m);
    printf("%g %g %g %g\n", f[0], f[1], f[2], f[3]);
    b8 bytes = SHUFFLE1(((b8){1, 2, 3, 4, 5, 6, 7, 8}), ((b8){7, 6, 5, 4, 3, 2, 1, 255}));
    for (int k = 0; k < 8; k++)
        printf("%d ", bytes[k]);
    int calls = 0;
    i4 once = SHUFFLE1((calls++, a), b);
    show(once);
    printf("%d\n", calls);
    return 0;
}
