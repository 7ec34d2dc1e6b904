// test: fault
// The fixed twin of modulo.c.
#include <stdio.h>

int main(void) {
    unsigned size = 4;
    for (int i = 0; i < 4; i++) {
        unsigned slot = size ? 1234u % size : 0;
        printf("%u\n", slot);
        size /= 2;
    }
    return 0;
}
