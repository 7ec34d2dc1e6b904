// test: fault
// The fixed twin of malloc.c.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = calloc(4, sizeof *p);
    p[0] = 1;
    if (p[2] > 0)
        printf("positive\n");
    free(p);
    return 0;
}
