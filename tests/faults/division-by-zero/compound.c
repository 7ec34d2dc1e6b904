// test: fault
// Compound division of a long by a value that became zero through truncation.
#include <stdio.h>

int main(void) {
    long total = 1000;
    double rate = 0.25;
    total /= (long)rate; //~ division-by-zero
    printf("%ld\n", total);
    return 0;
}
