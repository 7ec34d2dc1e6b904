// test: fault
// Frees a global object.
#include <stdlib.h>

static int fallback[4];
static int *get(int n) {
    int *p = n < 100 ? malloc(n * sizeof *p) : NULL;
    return p ? p : fallback;
}

int main(void) {
    int *p = get(1000);
    p[0] = 1;
    free(p); //~ invalid-free
    return 0;
}
