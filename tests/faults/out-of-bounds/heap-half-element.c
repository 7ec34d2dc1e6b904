// test: fault
// An access that begins inside the allocation and ends beyond it.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(10);
    long *q = (long *)p;
    q[0] = 1;
    q[1] = 2; //~ out-of-bounds
    printf("%ld\n", q[0]);
    free(p);
    return 0;
}
