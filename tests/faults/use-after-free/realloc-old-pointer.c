// test: fault
// Uses the old pointer after realloc.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4 * sizeof *p);
    p[0] = 1;
    int *q = realloc(p, 100000 * sizeof *q);
    p[0] = 2; //~ use-after-free
    printf("%d\n", q[0] != 0);
    free(q);
    return 0;
}
