// test: fault
// Keeps a pointer into the middle of a freed array.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *v = calloc(10, sizeof *v), *mid = v + 5;
    free(v);
    int x = mid[2]; //~ use-after-free
    printf("%d\n", x == 0);
    return 0;
}
