// test: run
// Vector extensions: arithmetic, comparison, subscripts, scalars, casts.
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));

static v4 scale(v4 a, int k) { return a * k; }

int main(void) {
    v4 a = {1, 2, 3, 4}, b = {10, 20, 30, 40}, c = a + b * 2 - 1;
    printf("%d %d %d %d\n", c[0], c[1], c[2], c[3]);
    c = (a > 2) & b;
    printf("%d %d %d %d\n", c[0], c[1], c[2], c[3]);
    c = scale(a, 5) >> 1;
    c[2] = -c[2];
    printf("%d %d %d %d\n", c[0], c[1], c[2], c[3]);
    f4 f = {0.5f, 1.5f, 2.5f, 3.5f}, g = f / 2;
    printf("%g %g %g %g\n", g[0], g[1], g[2], g[3]);
    b16 bytes = (b16)a;
    printf("%d %d %zu\n", bytes[0], bytes[4], sizeof bytes);
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (~a)[i];
    printf("%d\n", sum);
    return 0;
}
