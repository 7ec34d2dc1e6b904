// test: run
// Unsigned arithmetic wraps modulo 2^N at every width.
#include <stdio.h>

int main(void) {
    unsigned char c = 255;
    unsigned short s = 65535;
    unsigned int u = 4294967295u;
    unsigned long l = 18446744073709551615ul;
    c++;
    s += 2;
    u += 3;
    l += 4;
    printf("%d %d %u %lu\n", c, s, u, l);
    c -= 5;
    s -= 5;
    u -= 5;
    l -= 5;
    printf("%d %d %u %lu\n", c, s, u, l);
    u = 0x80000001u;
    l = 0x8000000000000001ul;
    printf("%u %lu\n", u * 2u, l * 2ul);
    printf("%u %lu\n", u * u, l * l);
    printf("%u %lu %u\n", -u, -l, -1u);
    printf("%u\n", 0u - 1);
    c = 16;
    c *= 17;
    printf("%d\n", c);
    return 0;
}
