// test: gen
// Memory released twice on one path.
// clew-gen: -f f
// expect-total: branch 6
// expect-finding: double-free 15
#include <stdlib.h>

int f(int x) {
    char *p = malloc(4);
    if (!p)
        return -1;
    if (x > 5)
        free(p);
    if (x < 8)
        free(p); //~ double-free
    return 0;
}
