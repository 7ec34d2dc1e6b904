// test: fault
// Grows a local array with realloc.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int local[4] = {1, 2, 3, 4}, *v = local;
    v = realloc(v, 8 * sizeof *v); //~ invalid-free
    printf("%d\n", v[0] != 0);
    return 0;
}
