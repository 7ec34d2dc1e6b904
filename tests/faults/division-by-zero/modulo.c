// test: fault
// Remainder by zero on unsigned operands.
#include <stdio.h>

int main(void) {
    unsigned size = 4;
    for (int i = 0; i < 4; i++) {
        unsigned slot = 1234u % size; //~ division-by-zero
        printf("%u\n", slot);
        size /= 2;
    }
    return 0;
}
