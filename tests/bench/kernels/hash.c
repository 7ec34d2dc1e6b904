// test: bench
// size: 290
// Hashing: FNV-1a by bytes and a multiply-rotate mix by words over a buffer, many rounds.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t fnv(const unsigned char *p, size_t n) {
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n; i++) {
        h ^= p[i];
        h *= UINT64_C(0x100000001b3);
    }
    return h;
}

static uint64_t rotate(uint64_t x, int k) { return x << k | x >> (64 - k); }

static uint64_t mix(const unsigned char *p, size_t n, uint64_t seed) {
    uint64_t a = seed + 1, b = ~seed;
    for (size_t i = 0; i + 8 <= n; i += 8) {
        uint64_t w;
        memcpy(&w, p + i, sizeof w);
        a = rotate(a ^ w * UINT64_C(0x9e3779b97f4a7c15), 29) + b;
        b = rotate(b + w, 17) * UINT64_C(0xbf58476d1ce4e5b9);
    }
    a ^= a >> 31;
    return a * UINT64_C(0x94d049bb133111eb) ^ b;
}

int main(int argc, char **argv) {
    enum { SIZE = 1 << 20 };
    static unsigned char buffer[SIZE];
    int rounds = argc > 1 ? atoi(argv[1]) : 85;
    uint32_t seed = 1;
    for (size_t i = 0; i < SIZE; i++) {
        seed = seed * 1103515245u + 12345u;
        buffer[i] = (unsigned char)(seed >> 16);
    }
    uint64_t h = 0;
    for (int r = 0; r < rounds; r++) {
        h = h * 3 + fnv(buffer, SIZE / 2);
        h ^= mix(buffer, SIZE, h);
        buffer[r * 37 % SIZE] ^= (unsigned char)h;
    }
    printf("%016llx\n", (unsigned long long)h);
    return 0;
}
