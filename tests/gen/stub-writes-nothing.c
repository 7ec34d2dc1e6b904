// test: gen
// A function without a body gets room for nothing in some tests, and for something in others.
// clew-gen: -f f
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
#include <stdlib.h>

unsigned long count(void);
int fill(int *values, unsigned long size);

int f(int flag) {
    unsigned long size = count();
    int *values = malloc(sizeof *values * (size + 1));
    int failed = fill(values, size + 1);
    if (size == (unsigned long)-1) {
        free(values);
        return failed ? 1 : 2;
    }
    int first = flag ? values[0] : 0;
    free(values);
    return first;
}
