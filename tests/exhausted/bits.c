/* Bits counted, reversed and coded in two ways. */
#include <stdint.h>
static int count_loop(uint32_t x) { int n = 0; for (int i = 0; i < 32; i++) if (x >> i & 1) n++; return n; }
static int count_clear(uint16_t x) { int n = 0; while (x) { x &= x - 1; n++; } return n; }
static int count_fast(uint32_t x) {
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    return (int)(x * 0x01010101u >> 24);
}
int count_same(uint32_t x) {
    x &= 0xffff;
    if (count_loop(x) != count_fast(x)) return 1; /* never */
    return 0;
}
int count_two(uint16_t x) {
    if (count_clear(x) != count_fast(x)) return 1; /* never */
    if (count_clear(x) > 16) return 2;             /* never */
    return 0;
}
static uint8_t gray(uint8_t x) { return x ^ x >> 1; }
static uint8_t ungray(uint8_t g) { uint8_t x = g; while (g >>= 1) x ^= g; return x; }
int gray_back(uint8_t x) {
    if (ungray(gray(x)) != x) return 1;  /* never */
    return 0;
}
int gray_step(uint8_t x) {
    uint8_t d = gray(x) ^ gray((uint8_t)(x + 1));
    int n = 0;
    for (int i = 0; i < 8; i++) n += d >> i & 1;
    if (n != 1) return 1;                 /* never */
    return 0;
}
static uint8_t reverse(uint8_t x) { uint8_t r = 0; for (int i = 0; i < 8; i++) { r = (uint8_t)(r << 1 | (x & 1)); x >>= 1; } return r; }
int reverse_twice(uint8_t x) {
    if (reverse(reverse(x)) != x) return 1; /* never */
    return 0;
}
static int log2_loop(uint32_t x) { int n = -1; while (x) { x >>= 1; n++; } return n; }
int log_small(uint32_t x) {
    if (x == 0) return -1;
    int n = log2_loop(x);
    if (n > 31) return 1;                  /* never */
    if (!(x >> n & 1)) return 2;           /* never */
    return n;
}
static int parity_loop(uint16_t x) { int p = 0; for (int i = 0; i < 16; i++) if (x & 1u << i) p = !p; return p; }
int parity_same(uint16_t x) {
    uint16_t y = x; y ^= y >> 8; y ^= y >> 4; y ^= y >> 2; y ^= y >> 1;
    if (parity_loop(x) != (y & 1)) return 1; /* never */
    return 0;
}
