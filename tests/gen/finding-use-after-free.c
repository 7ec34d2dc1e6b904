// test: gen
// Memory that one path releases too early.
// clew-gen: -f f
// expect-total: branch 6
// expect-finding: use-after-free 15
#include <stdlib.h>

int f(int x) {
    int *p = malloc(sizeof *p);
    if (!p)
        return -1;
    *p = x;
    if (x == 11)
        free(p);
    int result = *p + 1; //~ use-after-free
    if (x != 11)
        free(p);
    return result;
}
