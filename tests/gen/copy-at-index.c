// test: gen
// Copies from a place that an input tells: a checksum behind the data, and records of an array.
// clew-gen: -f frame -f swap
// expect-total: branch 24
// expect-covered: branch 24
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct item {
    int key;
    int count;
};

int frame(const uint8_t *p, size_t len) {
    uint32_t sum;
    if (len < 8 || p[0] != 0xaa)
        return -1;
    unsigned n = p[1];
    if (n + 6u > len)
        return -2;
    memcpy(&sum, p + 2 + n, 4);
    if (sum != 0x12345678)
        return -3;
    if (p[2] == 1)
        return n == 30 ? 1 : 0;
    return 2;
}

int swap(struct item items[40], unsigned a, unsigned b) {
    if (a >= 40 || b >= 40 || a == b)
        return -1;
    struct item first = items[a], second = items[b];
    if (first.key == 7 && second.count == a * 2 && a == 33)
        return 1;
    return 0;
}
