// test: run
// Integer constant expressions in array sizes, enumerators, case labels, bit-field widths and #if agree.
#include <limits.h>
#include <stdio.h>

enum { A = -7 / 2, B = -7 % 2, C = -1 >> 1, D = ~0u >> 28, E = (signed char)200, F = 1 ? 2 : 1 / 1, G = sizeof(int[3]), H = (int)3.99, I = 'A' + !0, J = (1 << 4) - 1 ^ 5 };
static int array[(A < 0) * 3 + G / 4];
struct s { unsigned f : sizeof(short) * 4, g : D - 8; };

static int pick(int x) {
    switch (x) {
    case A: return 1;
    case B + 100: return 2;
    case INT_MAX / 2 + 1: return 3;
    case -(1 << 4): return 4;
    case (unsigned char)-1: return 5;
    case 'a' < 'b': return 6;
    }
    return 0;
}

int main(void) {
    printf("%d %d %d %d %d %d %d %d %d %d\n", A, B, C, D, E, F, G, H, I, J);
    printf("%zu\n", sizeof array / sizeof *array);
    struct s s = {255, 127};
    printf("%d %d\n", s.f, s.g);
    printf("%d %d %d %d %d %d %d\n", pick(-3), pick(99), pick(1 << 30), pick(-16), pick(255), pick(1), pick(8));
#if -7 / 2 == -3 && (-1 >> 1) == -1 && (2 || 1 / 0)
    printf("preprocessor\n");
#endif
    return 0;
}
