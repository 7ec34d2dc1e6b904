// test: fault
// flags: --check bad-shift
// Shifts an int by its width.
#include <stdio.h>

static unsigned mask(int bits) {
    return (1u << bits) - 1; //~ bad-shift
}

int main(void) {
    printf("%x\n", mask(8));
    printf("%x\n", mask(31));
    printf("%d\n", mask(32) != 5);
    return 0;
}
