// test: fault
// The fixed twin of realloc-shrunk.c.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = calloc(100, sizeof *p);
    p = realloc(p, 10 * sizeof *p);
    p[5] = 1;
    printf("%d\n", p[0]);
    free(p);
    return 0;
}
