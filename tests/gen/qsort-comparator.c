// test: gen
// Sorting by the library with a comparison function of the file.
// clew-gen: -f median_is
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
#include <stdlib.h>

static int by_value(const void *a, const void *b) {
    const short *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

int median_is(short v[3], short wanted) {
    qsort(v, 3, sizeof v[0], by_value);
    if (v[1] == wanted)
        return 1;
    if (v[0] == v[2])
        return 2;
    return 0;
}
