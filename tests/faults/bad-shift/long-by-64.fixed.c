// test: fault
// flags: --check bad-shift
// The fixed twin of long-by-64.c.
#include <stdio.h>

int main(void) {
    unsigned long v = 0xff;
    int n = 63;
    v >>= n;
    printf("%d\n", v != 1);
    return 0;
}
