// test: run
// cflags: -lm
// Infinities, NaN, signed zeros and subnormals: arithmetic and comparison.
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    volatile double zero = 0.0, one = 1.0;
    double inf = one / zero, nan_value = zero / zero, nz = -zero;
    printf("%f %f %f\n", inf, -inf, one / nz);
    printf("%d %d %d %d\n", nan_value == nan_value, nan_value != nan_value, nan_value < 1, !(nan_value < 1));
    printf("%d %d\n", zero == nz, signbit(nz) != 0);
    printf("%d %d %d\n", isnan(nan_value), isinf(inf), isfinite(one));
    printf("%d %d\n", isnan(inf - inf), isnan(zero * inf));
    printf("%g %g\n", DBL_MAX * 2, -DBL_MAX * 2);
    double sub = DBL_MIN / 2;
    printf("%a %a %g\n", sub, DBL_MIN, 4.9406564584124654e-324);
    printf("%d %d\n", sub > 0, 4.9406564584124654e-324 / 2 == 0);
    printf("%d %d %d %d %d\n", fpclassify(sub) == FP_SUBNORMAL, fpclassify(zero) == FP_ZERO,
           fpclassify(one) == FP_NORMAL, fpclassify(inf) == FP_INFINITE, fpclassify(nan_value) == FP_NAN);
    float fsub = FLT_MIN;
    fsub /= 4;
    printf("%a %g\n", fsub, FLT_MAX * 2.0f);
    printf("%d\n", nan_value ? 1 : 0);
    printf("%d %d\n", !nz, !nan_value);
    printf("%d %d %d\n", isunordered(nan_value, one), isgreater(one, nan_value), isless(zero, one));
    printf("%d %d\n", INFINITY > DBL_MAX, (int)isnan(NAN));
    return 0;
}
