// test: fault
// The divisor wraps to zero in an unsigned char.
#include <stdio.h>

int main(void) {
    unsigned char step = 250;
    int r = 0;
    for (int i = 0; i < 3; i++) {
        step += 3;
        r += 100 / step; //~ division-by-zero
    }
    printf("%d\n", r);
    return 0;
}
