// test: run
// Bit tricks people write: rotation, byte order, average, sign, alignment, power of two, swap, digits.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#define ROTL(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define ALIGN(x, a) (((x) + (a) - 1) & ~((a) - 1))

static unsigned next_power(unsigned v) {
    v--;
    v |= v >> 1; v |= v >> 2; v |= v >> 4; v |= v >> 8; v |= v >> 16;
    return v + 1;
}
static int popcount(unsigned v) {
    v = v - (v >> 1 & 0x55555555);
    v = (v & 0x33333333) + (v >> 2 & 0x33333333);
    return ((v + (v >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24;
}
static uint32_t reverse(uint32_t v) {
    uint32_t r = 0;
    for (int i = 0; i < 32; i++, v >>= 1) r = r << 1 | (v & 1);
    return r;
}
static unsigned isqrt(unsigned n) {
    unsigned r = 0;
    for (unsigned b = 1u << 30; b; b >>= 2)
        if (n >= r + b) { n -= r + b; r = (r >> 1) + b; }
        else r >>= 1;
    return r;
}
static uint64_t mulhi(uint64_t a, uint64_t b) {
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t m = ah * bl + (al * bl >> 32), n = al * bh + (uint32_t)m;
    return ah * bh + (m >> 32) + (n >> 32);
}

int main(void) {
    uint32_t v[] = {0, 1, 0x80000000, 0xdeadbeef, 12345, UINT32_MAX};
    for (int i = 0; i < 6; i++) {
        printf("%x %x %d %x %u\n", ROTL(v[i], 7), next_power(v[i]), popcount(v[i]), reverse(v[i]), isqrt(v[i]));
        printf("%u %d %d\n", ALIGN(v[i], 16u), v[i] && !(v[i] & (v[i] - 1)), (int)v[i] >> 31);
    }
    printf("%lx\n", (unsigned long)mulhi(0xfedcba9876543210, 0xffffffffffffffff));
    int a = INT_MAX, b = INT_MAX - 2;
    printf("%d\n", (a & b) + ((a ^ b) >> 1));
    unsigned n = 4000000000u;
    char digits[11], *p = digits + 10;
    *p = 0;
    do *--p = '0' + n % 10; while (n /= 10);
    printf("%s\n", p);
    return 0;
}
