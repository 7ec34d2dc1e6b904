// test: fault
// The fixed twin of trap.c.
#include <stdio.h>

int main(void) {
    int n = 4;
    if (n > 4)
        __builtin_trap();
    printf("%d\n", n);
    return 0;
}
