// test: fault
// The fixed twin of realloc-stack.c.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int local[4] = {1, 2, 3, 4}, *v = local;
    v = malloc(8 * sizeof *v);
    v[0] = local[0];
    printf("%d\n", v[0] != 0);
    free(v);
    return 0;
}
