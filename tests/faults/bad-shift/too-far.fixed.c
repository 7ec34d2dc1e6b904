// test: fault
// flags: --check bad-shift
// The fixed twin of too-far.c.
#include <stdio.h>

static unsigned mask(int bits) {
    if (bits >= 32)
        return ~0u;
    return (1u << bits) - 1;
}

int main(void) {
    printf("%x\n", mask(8));
    printf("%x\n", mask(31));
    printf("%d\n", mask(32) != 5);
    return 0;
}
