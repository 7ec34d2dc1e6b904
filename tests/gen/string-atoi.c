// test: gen
// A number read by the library.
// clew-gen: -f port
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
#include <stdlib.h>

int port(const char *s) {
    int n = atoi(s);
    if (n == 80)
        return 1;
    if (n < 0)
        return 2;
    return 0;
}
