// test: gen
// A checksum bit by bit before the message is looked at: each path through its branches has one
// message only, so they must not fork for ever.
// clew-gen: -f receive
// expect-total: branch 12
// expect-covered: branch 12
// expect-infeasible: branch 0
#include <stdint.h>

static uint16_t checksum(const uint8_t *bytes, int count) {
    uint16_t crc = 0xffff;
    for (int i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) {
            if (crc & 1)
                crc = (crc >> 1) ^ 0xa001;
            else
                crc >>= 1;
        }
    }
    return crc;
}

int receive(const uint8_t frame[8]) {
    if (checksum(frame, 6) != (frame[6] | frame[7] << 8))
        return -1;
    int address = frame[2] << 8 | frame[3];
    int count = frame[4] << 8 | frame[5];
    switch (frame[1]) {
    case 3:
        return count > 16 ? 1 : 2;
    case 5:
        if (count == 0xff00)
            return 3;
        return 4;
    case 6:
        return address == 0xdead ? 5 : 6;
    default:
        return 7;
    }
}
