// test: run
// Static __int128 constants, comparisons at the edges, and 64-bit multiply-high through 128 bits.
#include <stdint.h>
#include <stdio.h>

typedef unsigned __int128 u128;
typedef __int128 i128;
static const u128 max = (u128)-1, mid = (u128)1 << 127;
static const i128 low = -((i128)1 << 126) * 2;

static uint64_t mulhi(uint64_t a, uint64_t b) { return (uint64_t)((u128)a * b >> 64); }
static int64_t smulhi(int64_t a, int64_t b) { return (int64_t)((i128)a * b >> 64); }
static uint64_t modmul(uint64_t a, uint64_t b, uint64_t m) { return (uint64_t)((u128)a * b % m); }

int main(void) {
    printf("%d %d %d\n", max > mid, low < 0, (u128)low == mid);
    printf("%lx %lx\n", mulhi(UINT64_MAX, UINT64_MAX), mulhi(0x123456789abcdef0, 0xfedcba9876543210));
    printf("%ld %ld\n", smulhi(INT64_MIN, INT64_MIN), smulhi(-1, 5));
    uint64_t r = 1, b = 3, m = 0xffffffffffffffc5;
    for (uint64_t e = m - 1; e; e >>= 1, b = modmul(b, b, m))
        if (e & 1) r = modmul(r, b, m);
    printf("%lu\n", r);
    u128 x = max;
    int bits = 0;
    while (x) { bits += (int)(x & 1); x >>= 1; }
    printf("%d\n", bits);
    i128 s = -1;
    s >>= 127;
    printf("%d %d\n", (int)s, (int)(max >> 127));
    printf("%d\n", (int)(((i128)1 << 100) / -((i128)1 << 98)));
    printf("%ld\n", (long)((i128)-7 % 3));
    return 0;
}
