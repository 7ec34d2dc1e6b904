// test: run
// printf of doubles: %f %e %g %a with flags, widths, precisions; rounding and extremes.
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    double v[] = {0, -0.0, 1, -1.5, 0.1, 123456789.123, 1e100, 1e-5, 0.0001, 99999.95, 999999.5, 0.5, 1.5, 2.5, 1e15, 1e16, 1e17, DBL_MAX, DBL_MIN, 5e-324};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        printf("[%f] [%.0f] [%.3f] [%10.2f] [%-10.2f] [%+.1f] [%010.1f] [% f] [%#.0f]\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
        printf("[%e] [%.0e] [%.10e] [%E] [%15.3e] [%-15.3e] [%#.0e]\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
        printf("[%g] [%.0g] [%.3g] [%.10g] [%.17g] [%G] [%#g] [%#.3g] [%12g] [%-12g] [%+g]\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
        printf("[%a] [%.0a] [%.3a] [%A] [%20a] [%-20a] [%020.2a] [%+a]\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
    }
    double inf = INFINITY, nan_value = NAN;
    printf("[%f] [%F] [%e] [%G] [%a] [%10f] [%-10f] [%010f] [%+f] [% f]\n", inf, inf, -inf, inf, -inf, inf, inf, inf, inf, inf);
    printf("[%f] [%F] [%10.1g] [%+f]\n", nan_value, nan_value, nan_value, nan_value);
    printf("[%*.*f] [%.*e] [%-*g]\n", 10, 3, 3.14159, 2, 31415.9, 12, 2.5);
    printf("[%.50f]\n[%.40g]\n[%.60e]\n", 0.1, 1.0 / 3, 2.0 / 3);
    printf("[%.2f] [%.2f] [%.1f] [%.1f] [%.0f] [%.0f]\n", 2.675, 1.005, 0.25, 0.35, 0.5, 1.5);
    float f = 0.1f;
    printf("[%f] [%.10f] [%g] [%lf]\n", f, f, f, 2.5);
    printf("[%.0f] [%.20f]\n", 4503599627370497.5, 1e-10);
    return 0;
}
