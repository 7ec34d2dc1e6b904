// test: run
// cflags: -lm
// Functions with exact results: rounding, remainders, decomposition, sign, extremes.
#include <math.h>
#include <stdio.h>

int main(void) {
    double v[] = {0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.49999999999999994, 1e15 + 0.5, -7.9, 4503599627370497.0};
    for (int i = 0; i < 12; i++) {
        printf("%g %g %g %g %g %g | ", floor(v[i]), ceil(v[i]), trunc(v[i]), round(v[i]), rint(v[i]), nearbyint(v[i]));
        printf("%ld %ld %g %d\n", lround(v[i]), lrint(v[i]), fabs(v[i]), signbit(v[i]) != 0);
    }
    int e;
    double m = frexp(-12.75, &e), whole;
    printf("%g %d %g\n", m, e, ldexp(m, e));
    m = modf(-3.75, &whole);
    printf("%g %g\n", m, whole);
    printf("%g %g %g %g\n", fmod(7.5, 2), fmod(-7.5, 2), remainder(7.5, 2), remainder(-5.5, 2));
    printf("%g %g %g\n", fmin(1, NAN), fmax(-1, 2), fdim(3, 5));
    printf("%g %g\n", copysign(2, -0.0), scalbn(1.5, 10));
    printf("%.17g %.17g\n", nextafter(1, 2), nextafter(0, -1));
    printf("%g %g %d\n", sqrt(144), sqrt(2) * sqrt(2) - 2, isnan(sqrt(-1)) != 0);
    printf("%.17g %.17g\n", fma(0.1, 10, -1), 0.1 * 10 - 1);
    printf("%d %g\n", ilogb(1000), logb(0.1));
    printf("%.9g %.9g %.9g\n", sqrtf(2), floorf(-1.5f), fmodf(5.5f, 2));
    printf("%ld %lld\n", lroundf(2.5f), llround(-2.5));
    printf("%g %g\n", cbrt(27), hypot(3, 4));
    return 0;
}
