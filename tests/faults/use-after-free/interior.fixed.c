// test: fault
// The fixed twin of interior.c.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *v = calloc(10, sizeof *v), *mid = v + 5;
    int x = mid[2];
    free(v);
    printf("%d\n", x == 0);
    return 0;
}
