// test: fault
// Writes to a constant object through a cast.
#include <stdio.h>

static const int limits[3] = {1, 2, 3};

int main(void) {
    int *p = (int *)&limits[1];
    *p = 9; //~ invalid-pointer
    printf("%d\n", limits[0]);
    return 0;
}
