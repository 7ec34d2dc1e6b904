// test: run
// The SHA-256 digest of several strings.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t k[64];
static uint32_t rotr(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

static uint32_t root_bits(unsigned prime, int cube) {
    /* the first 32 bits of the fraction of a square or cube root, by integer search */
    uint64_t lo = 0, hi = (uint64_t)1 << 36;
    while (hi - lo > 1) {
        uint64_t mid = (lo + hi) / 2;
        unsigned __int128 p = (unsigned __int128)mid * mid, bound = (unsigned __int128)prime << 64;
        if (cube) {
            bound = (unsigned __int128)prime << 96;
            p = p > ((unsigned __int128)1 << 90) ? bound + 1 : p * mid;
        }
        if (p <= bound) lo = mid;
        else hi = mid;
    }
    return (uint32_t)lo;
}
static unsigned nth_prime(int n) {
    unsigned p = 1;
    while (n >= 0) {
        int composite = 0;
        p++;
        for (unsigned d = 2; d * d <= p; d++) composite |= p % d == 0;
        n -= !composite;
    }
    return p;
}

static void block(uint32_t h[8], const unsigned char *p) {
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (rotr(a, 7) ^ rotr(a, 18) ^ a >> 3) + w[i - 7] + (rotr(b, 17) ^ rotr(b, 19) ^ b >> 10);
    }
    memcpy(v, h, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t t1 = v[7] + (rotr(v[4], 6) ^ rotr(v[4], 11) ^ rotr(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[i] + w[i];
        uint32_t t2 = (rotr(v[0], 2) ^ rotr(v[0], 13) ^ rotr(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) h[i] += v[i];
}

static void digest(const char *text) {
    uint32_t h[8];
    size_t n = strlen(text), at = 0;
    for (int i = 0; i < 8; i++) h[i] = root_bits(nth_prime(i), 0);
    unsigned char last[128] = {0};
    for (; n - at >= 64; at += 64) block(h, (const unsigned char *)text + at);
    memcpy(last, text + at, n - at);
    last[n - at] = 0x80;
    size_t total = n - at + 9 <= 64 ? 64 : 128;
    for (int i = 0; i < 8; i++) last[total - 1 - i] = (unsigned char)((uint64_t)n * 8 >> 8 * i);
    for (size_t i = 0; i < total; i += 64) block(h, last + i);
    for (int i = 0; i < 8; i++) printf("%08x", h[i]);
    printf("\n");
}

int main(void) {
    for (int i = 0; i < 64; i++) k[i] = root_bits(nth_prime(i), 1);
    printf("%08x %08x\n", k[0], k[63]);
    digest("");
    digest("abc");
    digest("The quick brown fox jumps over the lazy dog");
    digest("0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789");
    return 0;
}
