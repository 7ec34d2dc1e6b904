// test: run
// cflags: -lm
// Transcendental functions to twelve digits.
#include <math.h>
#include <stdio.h>

int main(void) {
    for (double x = 0.1; x < 5; x += 0.7) {
        printf("%.12g %.12g %.12g %.12g\n", sin(x), cos(x), tan(x), atan(x));
        printf("%.12g %.12g %.12g %.12g\n", exp(x), log(x), log10(x), log2(x));
        printf("%.12g %.12g %.12g %.12g\n", pow(x, 2.5), sinh(x), cosh(x), tanh(x));
        printf("%.12g %.12g %.12g\n", exp2(x), expm1(x), log1p(x));
        printf("%.12g %.12g\n", asin(x / 5), acos(x / 5));
        printf("%.6g %.6g %.6g\n", sinf(x), expf(x), powf(x, 3));
        printf("%.12g %.12g %.12g\n", erf(x), tgamma(x), lgamma(x + 1));
    }
    printf("%.12g %.12g %.12g %.12g\n", atan2(1, 1), atan2(-1, -1), atan2(0, -1), atan2(-0.0, 1));
    printf("%g %g %g %g\n", pow(2, 10), pow(-2, 3), pow(0, 0), pow(2, -1));
    printf("%g %g %g\n", exp(1000), exp(-1000), log(0));
    printf("%d %d\n", isnan(log(-1)) != 0, isnan(pow(-8, 1.0 / 3)) != 0);
    printf("%.12g %.12g %.12g\n", asinh(1), acosh(2), atanh(0.5));
    return 0;
}
