// test: fault
// The fixed twin of realloc-old-pointer.c.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4 * sizeof *p);
    p[0] = 1;
    int *q = realloc(p, 100000 * sizeof *q);
    q[0] = 2;
    printf("%d\n", q[0] != 0);
    free(q);
    return 0;
}
