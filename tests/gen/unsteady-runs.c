// test: gen
// Runs that rest on where objects are: no test repeats them for certain, and what only they cover
// is open again.
// clew-gen: -f order
// expect-total: branch 6
// expect-infeasible: branch 0
#include <stdint.h>
#include <stdlib.h>

int order(int n) {
    static int fixed;
    int local = n;
    int *made = malloc(sizeof *made);
    if (n == 3)
        return 3;
    if ((uintptr_t)made > (uintptr_t)&fixed)
        return 1;
    if ((uintptr_t)&local < (uintptr_t)made)
        return 2;
    return 0;
}
