// test: run
// std: may-be-unsupported fenv
// cflags: -lm -frounding-math
// Rounding modes set by fesetround change rint.
#include <fenv.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    volatile double x = 2.5;
    int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (int i = 0; i < 4; i++) {
        fesetround(modes[i]);
        double r = rint(x), m = rint(-x);
        fesetround(FE_TONEAREST);
        printf("%g %g\n", r, m);
    }
    printf("%d\n", fegetround() == FE_TONEAREST);
    return 0;
}
