// test: gen
// The largest element and its place; the length is a size_t.
// clew-gen: -f maximum
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
#include <stddef.h>

long maximum(const short *values, size_t count, size_t *place) {
    if (count == 0)
        return -1;
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (values[i] > values[best])
            best = i;
    if (place)
        *place = best;
    return values[best];
}
