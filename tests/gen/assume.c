// test: gen
// An assumption in the code cuts off the paths that break it.
// clew-gen: -f f --exhaustive
// expect-total: branch 4
// expect-covered: branch 3
// expect-infeasible: branch 1
// expect-paths: 1
// expect-complete: true
// expect-no-finding
#include "clew.h"

int f(int x) {
    clew_assume(x != 0);
    if (x == 0)
        return 1 / x;
    return x > 5 ? 1 : 2;
}
