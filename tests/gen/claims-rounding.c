// test: gen
// Code that may run in other rounding modes.
// expect-infeasible: branch 0
#include <fenv.h>
#pragma STDC FENV_ACCESS ON

int upward(double x) {
    if (x != 1.0)
        return -1;
    double y = x + 1e-30;
    if (y > 1.0)
        return 1;
    return 0;
}
