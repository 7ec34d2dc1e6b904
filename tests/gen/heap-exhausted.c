// test: gen
// Allocations that the machine has no memory for may succeed elsewhere; those that no machine has
// memory for fail everywhere, and so do those that a test lets fail.
// clew-gen: -f room
// expect-total: branch 4
// expect-covered: branch 3
// expect-infeasible: branch 0
#include <stdint.h>
#include <stdlib.h>

int room(unsigned count) {
    char *all = malloc(SIZE_MAX - count);
    if (all == NULL) {
        char *some = malloc((size_t)count << 4);
        if (some == NULL)
            return 1;
        free(some);
        return 2;
    }
    free(all);
    return 3;
}
