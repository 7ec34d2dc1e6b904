// test: fault
// Reads freed memory.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 5;
    free(p);
    int v = *p; //~ use-after-free
    printf("%d\n", v != 0);
    return 0;
}
