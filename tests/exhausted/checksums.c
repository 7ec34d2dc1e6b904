/* Checksums by bits, by tables and by formulas. */
#include <stdint.h>
static uint8_t slow8(uint8_t crc) {
    for (int i = 0; i < 8; i++) crc = crc & 0x80 ? (uint8_t)(crc << 1 ^ 0x07) : (uint8_t)(crc << 1);
    return crc;
}
static const uint8_t nibble[16] = {0x00,0x07,0x0e,0x09,0x1c,0x1b,0x12,0x15,0x38,0x3f,0x36,0x31,0x24,0x23,0x2a,0x2d};
static uint8_t fast8(uint8_t crc) {
    crc = (uint8_t)(crc << 4) ^ nibble[crc >> 4];
    crc = (uint8_t)(crc << 4) ^ nibble[crc >> 4];
    return crc;
}
int crc8_same(uint8_t a) {
    if (slow8(a) != fast8(a)) return 1; /* never */
    return 0;
}
static uint8_t other(uint8_t crc) {
    for (int i = 0; i < 8; i++) crc = crc & 0x80 ? (uint8_t)(crc << 1 ^ 0x31) : (uint8_t)(crc << 1);
    return crc;
}
int same(uint8_t a, uint8_t b) {
    if (a == b) return 0;
    if (other(a) == other(b)) return 1; /* never */
    if (other(a) == slow8(b)) return 2; /* trap */
    return 3;
}
int crc8_two(uint8_t a, uint8_t b) {
    uint8_t s = slow8(slow8(a) ^ b), f = fast8(fast8(a) ^ b);
    if (s != f) return 1; /* never */
    return 0;
}
static uint16_t slow16(uint16_t crc, uint8_t byte) {
    crc ^= (uint16_t)(byte << 8);
    for (int i = 0; i < 8; i++) {
        if (crc & 0x8000) crc = (uint16_t)(crc << 1 ^ 0x1021);
        else crc = (uint16_t)(crc << 1);
    }
    return crc;
}
static uint16_t clever16(uint16_t crc, uint8_t byte) {
    uint8_t x = (uint8_t)(crc >> 8 ^ byte);
    x ^= x >> 4;
    return (uint16_t)(crc << 8 ^ (uint16_t)(x << 12) ^ (uint16_t)(x << 5) ^ x);
}
int crc16_same(uint16_t crc, uint8_t byte) {
    if (slow16(crc, byte) != clever16(crc, byte)) return 1; /* never */
    return 0;
}
int crc16_buffer(const uint8_t *data, unsigned n) {
    uint16_t a = 0xffff, b = 0xffff;
    if (n > 4) return -1;
    for (unsigned i = 0; i < n; i++) { a = slow16(a, data[i]); b = clever16(b, data[i]); }
    if (a != b) return 1; /* never */
    return 0;
}
