// test: fault
// The fixed twin of in-macro.c.
#include <assert.h>
#include <stdio.h>

#define CHECK_RANGE(x, lo, hi) assert((x) >= (lo) && (x) <= (hi))

int main(void) {
    int v = 11;
    CHECK_RANGE(v, 0, 20);
    CHECK_RANGE(v, 0, 11);
    printf("%d\n", v);
    return 0;
}
