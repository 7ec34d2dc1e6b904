// test: fault
// flags: --check bad-shift
// A 64-bit value shifted by 64, in a compound assignment.
#include <stdio.h>

int main(void) {
    unsigned long v = 0xff;
    int n = 64;
    v >>= n; //~ bad-shift
    printf("%d\n", v != 1);
    return 0;
}
