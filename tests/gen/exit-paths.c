// test: gen
// Paths that leave the program.
// clew-gen: -f check
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
#include <stdlib.h>

static _Noreturn void die(int status) {
    exit(status);
}

int check(int x, int y) {
    if (x < 0)
        die(2);
    if (y == x)
        exit(0);
    return y > x ? 1 : 0;
}
