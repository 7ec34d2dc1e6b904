// test: fault
// Reads memory from malloc that was never written.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4 * sizeof *p);
    p[0] = 1;
    if (p[2] > 0) //~ uninitialised-read
        printf("positive\n");
    free(p);
    return 0;
}
