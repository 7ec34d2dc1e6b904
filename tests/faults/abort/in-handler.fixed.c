// test: fault
// The fixed twin of in-handler.c.
#include <stdio.h>
#include <stdlib.h>

static void check(int ok, const char *what) {
    if (!ok) {
        fprintf(stderr, "failed: %s\n", what);
        abort();
    }
}

int main(void) {
    check(1 + 1 == 2, "sum");
    check(2 * 2 == 4, "product");
    return 0;
}
