// test: fault
// The fixed twin of realloc-tail.c.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *v = calloc(2, sizeof *v);
    v = realloc(v, 6 * sizeof *v);
    for (int i = 2; i < 6; i++)
        v[i] = 0;
    int n = 0;
    for (int i = 0; i < 6; i++)
        if (v[i])
            n++;
    printf("%d\n", n < 10);
    free(v);
    return 0;
}
