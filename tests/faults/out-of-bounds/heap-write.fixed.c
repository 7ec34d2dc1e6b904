// test: fault
// The fixed twin of heap-write.c.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int n = 10;
    int *p = malloc(n * sizeof *p);
    for (int i = 0; i < n; i++)
        p[i] = i;
    p[n - 1] = 0;
    printf("%d\n", p[3]);
    free(p);
    return 0;
}
