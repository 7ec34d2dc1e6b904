// test: fault
// An assertion inside the user's own macro is reported where the macro is used.
#include <assert.h>
#include <stdio.h>

#define CHECK_RANGE(x, lo, hi) assert((x) >= (lo) && (x) <= (hi))

int main(void) {
    int v = 11;
    CHECK_RANGE(v, 0, 20);
    CHECK_RANGE(v, 0, 10); //~ assertion-failure
    printf("%d\n", v);
    return 0;
}
