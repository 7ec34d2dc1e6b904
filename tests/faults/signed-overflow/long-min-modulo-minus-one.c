// test: fault
// LONG_MIN % -1 traps as well.
#include <limits.h>
#include <stdio.h>

int main(void) {
    long a = LONG_MIN;
    volatile long d = -1;
    long r = a % d; //~ signed-overflow
    printf("%ld\n", r);
    return 0;
}
