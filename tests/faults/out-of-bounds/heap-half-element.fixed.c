// test: fault
// The fixed twin of heap-half-element.c.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(16);
    long *q = (long *)p;
    q[0] = 1;
    q[1] = 2;
    printf("%ld\n", q[0]);
    free(p);
    return 0;
}
