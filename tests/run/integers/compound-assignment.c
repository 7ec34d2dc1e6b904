// test: run
// Compound assignment converts to the common type and back; the value is that of the left side.
#include <stdio.h>

int main(void) {
    unsigned char c = 250;
    int r = (c += 10);
    printf("%d %d\n", c, r);
    c -= 10;
    c *= 3;
    c /= 7;
    c %= 5;
    c <<= 6;
    c |= 15;
    c ^= 0xff;
    c &= 0x7e;
    c >>= 1;
    printf("%d\n", c);
    int i = 10;
    i *= 1.55;
    printf("%d\n", i);
    i += 0.99;
    printf("%d\n", i);
    i /= 0.3;
    printf("%d\n", i);
    signed char s = 100;
    s += 100;
    printf("%d\n", s);
    unsigned u = 3;
    u -= 5;
    printf("%u\n", u);
    long l = 1;
    l <<= 40;
    l += u;
    printf("%ld\n", l);
    i = -7;
    i %= 4;
    printf("%d\n", i);
    i /= 2u;
    printf("%d\n", i);
    int a[3] = {1, 2, 3}, k = 0;
    a[k++] += 10;
    a[k++] *= 10;
    printf("%d %d %d %d\n", a[0], a[1], a[2], k);
    int x = 1, y = 2, z = 3;
    x += y *= z -= 1;
    printf("%d %d %d\n", x, y, z);
    return 0;
}
