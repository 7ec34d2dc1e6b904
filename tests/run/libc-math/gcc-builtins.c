// test: run
// compiler: gcc
// cflags: -lm -fno-builtin-exp10
// Builtins of gcc's that clang does not know; __builtin_powi does not call the program's powi.
#include <stdio.h>

double powi(double base, int exponent) { return base + exponent; }

int main(void)
{
    volatile double x = 2.5, three = 3;
    volatile float f = 7.25f;
    volatile long n = -5000000000;
    printf("%g %g\n", __builtin_exp10(three), (double)__builtin_exp10f(2.0f));
    printf("%g %g\n", __builtin_drem(x * 3, 2.0), (double)__builtin_dremf(f, 2.0f));
    printf("%g %g\n", __builtin_significand(x * 8), __builtin_roundeven(x));
    printf("%.6f %.6f\n", __builtin_j0(x), __builtin_jn(2, x));
    printf("%ld\n", (long)__builtin_imaxabs(n));
    for (int exponent = -7; exponent < 12; exponent += 3)
        printf("%a %a %La\n", __builtin_powi(x, exponent), __builtin_powif(f, exponent),
               __builtin_powil(x, exponent));
    printf("%g\n", powi(x, 3));
    return 0;
}
