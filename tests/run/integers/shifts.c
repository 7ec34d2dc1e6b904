// test: run
// Shifts at edge counts; arithmetic right shift of negatives; promotion of the left operand only.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int n = -16;
    unsigned u = 0x80000001u;
    long l = -1;
    unsigned char c = 0x81;
    printf("%d %d %d %d\n", n >> 1, n >> 4, n >> 5, n >> 31);
    printf("%u %u %u\n", u >> 1, u >> 31, u << 31);
    printf("%ld %ld\n", l >> 63, (long)((unsigned long)l >> 63));
    printf("%d %d %d\n", c << 8, c << 1, (unsigned char)(c << 1));
    printf("%d\n", c >> 7);
    printf("%d\n", 1 << 30);
    printf("%lx\n", 1ul << 63);
    printf("%zu %zu\n", sizeof(1 << 1ll), sizeof(1ll << 1));
    int64_t big = INT64_C(0x0123456789abcdef);
    for (int k = 0; k < 64; k += 9)
        printf("%lx\n", (unsigned long)(big >> k));
    u >>= 4;
    u <<= 2;
    c >>= 1;
    printf("%x %x\n", u, c);
    signed char s = -3;
    s >>= 1;
    printf("%d\n", s);
    return 0;
}
