// test: run
// The values of float.h.
#include <float.h>
#include <stdio.h>

int main(void) {
    printf("%d %d %d %d\n", FLT_RADIX, FLT_MANT_DIG, DBL_MANT_DIG, FLT_EVAL_METHOD);
    printf("%d %d %d %d\n", FLT_DIG, DBL_DIG, FLT_DECIMAL_DIG, DBL_DECIMAL_DIG);
    printf("%d %d %d %d\n", FLT_MIN_EXP, FLT_MAX_EXP, DBL_MIN_EXP, DBL_MAX_EXP);
    printf("%d %d %d %d\n", FLT_MIN_10_EXP, FLT_MAX_10_EXP, DBL_MIN_10_EXP, DBL_MAX_10_EXP);
    printf("%.9g %.9g %.9g\n", FLT_MIN, FLT_MAX, FLT_EPSILON);
    printf("%.17g %.17g %.17g\n", DBL_MIN, DBL_MAX, DBL_EPSILON);
    printf("%.9g %.17g\n", FLT_TRUE_MIN, DBL_TRUE_MIN);
    return 0;
}
