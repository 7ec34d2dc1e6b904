// test: fault
// Uses the old length after shrinking an allocation.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = calloc(100, sizeof *p);
    p = realloc(p, 10 * sizeof *p);
    p[50] = 1; //~ out-of-bounds
    printf("%d\n", p[0]);
    free(p);
    return 0;
}
