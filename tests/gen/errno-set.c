// test: gen
// A callee that reports through errno, and a caller that looks at it.
// clew-gen: -f scaled --exhaustive
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
// expect-paths: 3
// expect-no-finding
#include <errno.h>

static int halve(int x) {
    if (x % 2 != 0) {
        errno = EINVAL;
        return 0;
    }
    if (x > 1000) {
        errno = ERANGE;
        return 0;
    }
    return x / 2;
}

int scaled(int x) {
    errno = 0;
    int half = halve(x);
    if (errno == ERANGE)
        return -2;
    if (errno != 0)
        return -1;
    return half == 21 ? 1 : 0;
}
