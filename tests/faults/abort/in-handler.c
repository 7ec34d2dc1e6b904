// test: fault
// The user's own check function aborts.
#include <stdio.h>
#include <stdlib.h>

static void check(int ok, const char *what) {
    if (!ok) {
        fprintf(stderr, "failed: %s\n", what);
        abort(); //~ abort
    }
}

int main(void) {
    check(1 + 1 == 2, "sum");
    check(2 * 2 == 5, "product");
    return 0;
}
