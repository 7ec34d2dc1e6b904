// test: fault
// Dereferences the one-past-end pointer, which may be formed but not read.
#include <stdio.h>

int main(void) {
    int a[3] = {1, 2, 3}, *end = a + 3, sum = 0;
    for (int *p = a; p <= end; p++)
        sum += *p; //~ out-of-bounds
    printf("%d\n", sum != 0);
    return 0;
}
