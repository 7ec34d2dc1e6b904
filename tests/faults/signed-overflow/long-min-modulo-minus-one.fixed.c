// test: fault
// The fixed twin of long-min-modulo-minus-one.c.
#include <limits.h>
#include <stdio.h>

int main(void) {
    long a = LONG_MIN;
    volatile long d = -1;
    long r = d == -1 ? 0 : a % d;
    printf("%ld\n", r);
    return 0;
}
