// test: gen
// An assertion that fails for one input.
// clew-gen: -f scale
// expect-total: branch 4
// expect-finding: assertion-failure 12
#include <assert.h>

int scale(int x) {
    if (x < 0)
        x = -x;
    int scaled = x % 1000;
    assert(scaled != 317); //~ assertion-failure
    return scaled;
}
