// test: fault
// The fixed twin of const-global.c.
#include <stdio.h>

static const int limits[3] = {1, 2, 3};
static int copies[3] = {1, 2, 3};

int main(void) {
    int *p = &copies[1];
    *p = 9;
    printf("%d\n", limits[0]);
    return 0;
}
