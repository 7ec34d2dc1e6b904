// test: run
// More arguments than registers, of mixed kinds; structs between them; nested calls.
#include <stdio.h>

struct p { long a, b; };
struct q { char c[20]; };

static double many(int a, double b, char c, float d, long e, short f, double g, struct p p, unsigned h,
                   double i, double j, double k, double l, double m, double n, long o, struct q q, int r) {
    return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + p.a * 8 + p.b * 9 + h * 10 + i * 11 + j * 12 + k * 13 +
           l * 14 + m * 15 + n * 16 + o * 17 + q.c[19] * 18 + r * 19;
}
static int ten(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) {
    return a - b + c - d + e - f + g - h + i - j * 2;
}

int main(void) {
    struct q q = {.c[19] = 3};
    printf("%g\n", many(1, 2, 3, 4, 5, 6, 7, (struct p){8, 9}, 10, 11, 12, 13, 14, 15, 16, 17, q, 19));
    printf("%d\n", ten(1, 2, 3, 4, 5, 6, 7, 8, 9, ten(10, 9, 8, 7, 6, 5, 4, 3, 2, 1)));
    return 0;
}
