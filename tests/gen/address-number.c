// test: gen
// What rests on the number of an address, or on one that stands for a failure, is no proof.
// clew-gen: -f is_aligned -f is_failure
// expect-total: branch 4
// expect-infeasible: branch 0
#include <stdint.h>

int is_aligned(const long *p) {
    if (((uintptr_t)p & 7) == 0)
        return 1;
    return 0;
}

int is_failure(const char *p) {
    if (p == (const char *)-1)
        return 1;
    return 0;
}
