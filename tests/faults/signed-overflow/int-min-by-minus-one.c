// test: fault
// INT_MIN / -1 traps: it is reported without asking for the check.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int a[] = {10, -10, INT_MIN};
    for (int i = 0; i < 3; i++) {
        volatile int d = -1;
        int q = a[i] / d; //~ signed-overflow
        printf("%d\n", q);
    }
    return 0;
}
