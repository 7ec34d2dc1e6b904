// test: gen
// A buffer walked by a pointer while a length counts down: most lengths are beyond the bounds,
// and the inputs must be found that are not.
// clew-gen: -f crc16
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
#include <stdint.h>

uint16_t crc16(const uint8_t *data, uint16_t length) {
    uint16_t crc = 0xffff;
    while (length--) {
        crc ^= (uint16_t)(*data++ << 8);
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 0x8000 ? (uint16_t)(crc << 1 ^ 0x1021) : (uint16_t)(crc << 1);
    }
    return crc;
}
