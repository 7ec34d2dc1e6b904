// test: fault
// The fixed twin of allocation-failure.c.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    volatile size_t huge = SIZE_MAX / 2;
    char *p = malloc(huge);
    if (!p) {
        printf("no memory\n");
        return 0;
    }
    p[0] = 1;
    free(p);
    return 0;
}
