// test: run
// std: may-be-unsupported long-double
// cflags: -lm
// long double: extended precision arithmetic, conversion and printing.
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    long double third = 1.0L / 3.0L, big = 1e4000L;
    printf("%.20Lf %.25Lg %Le\n", third, third, big);
    printf("%zu %zu\n", sizeof(long double), _Alignof(long double));
    printf("%d %d\n", third == 1.0 / 3.0, (double)third == 1.0 / 3.0);
    printf("%Lg %Lg\n", LDBL_MAX, LDBL_MIN);
    printf("%d %Lg\n", LDBL_MANT_DIG, LDBL_EPSILON);
    long double x = 0;
    for (int i = 0; i < 10; i++)
        x += 0.1L;
    printf("%d %.20Lf\n", x == 1.0L, x);
    printf("%ld %lu\n", (long)(x * 9223372036854775807.0L > 0), (unsigned long)18446744073709551615.0L);
    long double from = 9223372036854775807l;
    printf("%Lf\n", from + 1);
    printf("%.15Lg %.15Lg\n", sqrtl(2), fabsl(-1.5L));
    float f = third;
    printf("%.9g\n", f);
    printf("%d\n", -x < 0 && !(x < x));
    return 0;
}
