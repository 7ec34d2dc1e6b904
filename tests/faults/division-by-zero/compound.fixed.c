// test: fault
// The fixed twin of compound.c.
#include <stdio.h>

int main(void) {
    long total = 1000;
    double rate = 0.25;
    total /= rate;
    printf("%ld\n", total);
    return 0;
}
