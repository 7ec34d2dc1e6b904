// test: fault
// The fixed twin of read.c.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 5;
    int v = *p;
    free(p);
    printf("%d\n", v != 0);
    return 0;
}
