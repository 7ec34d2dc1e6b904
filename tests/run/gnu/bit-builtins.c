// test: run
// clz, ctz, ffs, popcount, parity, clrsb and bswap at all widths.
#include <stdio.h>

int main(void) {
    unsigned v[] = {1, 2, 0x80000000u, 0xffffffffu, 0x00f0f000u, 12345};
    for (int i = 0; i < 6; i++) {
        unsigned x = v[i];
        unsigned long y = (unsigned long)x << 20 | x >> 9 | 1ul << 63 >> i * 7;
        printf("%d %d %d %d %d %x\n", __builtin_clz(x), __builtin_ctz(x), __builtin_ffs(x), __builtin_popcount(x), __builtin_parity(x), __builtin_bswap32(x));
        printf("%d %d %d %d %d %lx\n", __builtin_clzl(y), __builtin_ctzl(y), __builtin_ffsl(y), __builtin_popcountl(y), __builtin_parityl(y), (unsigned long)__builtin_bswap64(y));
        printf("%d %d %d\n", __builtin_clzll(y), __builtin_ctzll(y), __builtin_popcountll(y));
    }
    printf("%d %d %d\n", __builtin_ffs(0), __builtin_ffsll(0), __builtin_popcount(0));
    printf("%x\n", __builtin_bswap16(0x1234));
    printf("%d %d %d %d\n", __builtin_clrsb(0), __builtin_clrsb(-1), __builtin_clrsb(1), __builtin_clrsb(-2147483647 - 1));
    printf("%d\n", __builtin_clrsbl(-5));
    unsigned char c = 0x81;
    printf("%d %d\n", __builtin_popcount(c), __builtin_ctz(c));
    signed char s = -1;
    printf("%d %d\n", __builtin_popcount(s), __builtin_popcountl(s));
    _Static_assert(__builtin_popcount(255) == 8, "constant");
    return 0;
}
