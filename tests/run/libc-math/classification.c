// test: run
// cflags: -lm
// The classification macros on float and double, and as constants.
#include <math.h>
#include <stdio.h>

int main(void) {
    volatile float f[] = {0, -0.0f, 1, INFINITY, -INFINITY, NAN, 1e-40f};
    for (int i = 0; i < 7; i++)
        printf("%d%d%d%d%d ", !!isnan(f[i]), !!isinf(f[i]), !!isfinite(f[i]), !!isnormal(f[i]), !!signbit(f[i]) && !isnan(f[i]));
    printf("\n");
    volatile double d[] = {0, 1, HUGE_VAL, NAN, 1e-310};
    for (int i = 0; i < 5; i++)
        printf("%d%d%d%d ", fpclassify(d[i]) == FP_ZERO, fpclassify(d[i]) == FP_SUBNORMAL, fpclassify(d[i]) == FP_INFINITE, fpclassify(d[i]) == FP_NAN);
    printf("\n");
    printf("%d %d %d\n", !!islessequal(d[0], d[1]), !!islessgreater(d[0], d[3]), !!isgreaterequal(d[2], d[1]));
    printf("%.15g %.15g %.15g\n", M_PI, M_E, M_SQRT2);
    printf("%zu %zu\n", sizeof(float_t), sizeof(double_t));
    return 0;
}
