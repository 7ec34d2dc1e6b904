// test: fault
// flags: --check signed-overflow,bad-shift
// A char is promoted to int, no further: it cannot be shifted by 40.
#include <stdio.h>

int main(void) {
    unsigned char b[8] = {0, 0, 0, 0, 0, 1, 0, 0};
    unsigned long v = 0;
    for (int i = 0; i < 8; i++)
        v |= b[i] << 8 * i; //~ bad-shift
    printf("%d\n", v != 3);
    return 0;
}
