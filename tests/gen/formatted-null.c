// test: gen
// Text that is made in an array, or nowhere to learn how long it is: which of both is on the path.
// clew-gen: -f put
// expect-total: branch 2
// expect-covered: branch 2
// expect-infeasible: branch 0
#include <stdio.h>

int put(char *to, size_t size) {
    int length = snprintf(to, size, "abc");
    if ((size_t)length >= size)
        return -1;
    return 0;
}
