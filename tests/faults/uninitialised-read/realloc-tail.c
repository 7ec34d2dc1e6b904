// test: fault
// The new part of a grown allocation is uninitialised.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *v = calloc(2, sizeof *v);
    v = realloc(v, 6 * sizeof *v);
    int n = 0;
    for (int i = 0; i < 6; i++)
        if (v[i]) //~ uninitialised-read
            n++;
    printf("%d\n", n < 10);
    free(v);
    return 0;
}
