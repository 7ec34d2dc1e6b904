// test: fault
// An unsigned loop variable wraps below zero.
#include <stdio.h>

int main(void) {
    int a[4] = {1, 2, 3, 4}, s = 0;
    for (unsigned i = 3; i >= 0; i--)
        s += a[i]; //~ out-of-bounds
    printf("%d\n", s);
    return 0;
}
