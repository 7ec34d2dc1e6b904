// test: fault
// The fixed twin of global.c.
#include <stdlib.h>

static int fallback[4];
static int *get(int n) {
    int *p = n < 100 ? malloc(n * sizeof *p) : NULL;
    return p ? p : fallback;
}

int main(void) {
    int *p = get(1000);
    p[0] = 1;
    if (p != fallback)
        free(p);
    return 0;
}
