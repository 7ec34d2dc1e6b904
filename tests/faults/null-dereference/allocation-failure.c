// test: fault
// Uses the result of a failed allocation without a check.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    volatile size_t huge = SIZE_MAX / 2;
    char *p = malloc(huge);
    p[0] = 1; //~ null-dereference
    free(p);
    return 0;
}
