// test: gen
// A number that is written and read back is concrete: runs that go elsewhere are no divergences.
// clew-gen: -f is_kept
// expect-total: branch 4
// expect-covered: branch 3
// expect-infeasible: branch 0
#include <stdio.h>
int is_kept(double number) {
    char text[40];
    double again = 0;
    sprintf(text, "%.3g", number);
    if (sscanf(text, "%lg", &again) != 1)
        return -1;
    return again == number ? 1 : 0;
}
