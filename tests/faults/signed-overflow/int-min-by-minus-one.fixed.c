// test: fault
// The fixed twin of int-min-by-minus-one.c.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int a[] = {10, -10, INT_MIN};
    for (int i = 0; i < 3; i++) {
        volatile int d = -1;
        int q = a[i] == INT_MIN ? INT_MAX : a[i] / d;
        printf("%d\n", q);
    }
    return 0;
}
