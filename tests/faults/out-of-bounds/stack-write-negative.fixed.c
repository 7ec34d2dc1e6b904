// test: fault
// The fixed twin of stack-write-negative.c.
#include <stdio.h>

int main(void) {
    int guard = 7, a[4] = {0};
    int i = 3;
    while (i >= 0) {
        a[i] = i;
        i--;
    }
    printf("%d %d\n", a[0], guard);
    return 0;
}
