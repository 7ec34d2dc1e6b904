// test: fault
// flags: --check signed-overflow,bad-shift
// The fixed twin of promoted-char.c.
#include <stdio.h>

int main(void) {
    unsigned char b[8] = {0, 0, 0, 0, 0, 1, 0, 0};
    unsigned long v = 0;
    for (int i = 0; i < 8; i++)
        v |= (unsigned long)b[i] << 8 * i;
    printf("%d\n", v != 3);
    return 0;
}
