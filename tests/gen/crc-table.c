// test: gen
// A CRC-8 with a lookup table built from nibbles.
// clew-gen: -f accept
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
static const unsigned char nibble[16] = {0x00, 0x07, 0x0e, 0x09, 0x1c, 0x1b, 0x12, 0x15,
                                         0x38, 0x3f, 0x36, 0x31, 0x24, 0x23, 0x2a, 0x2d};

int accept(const unsigned char frame[4]) {
    unsigned char crc = 0;
    for (int i = 0; i < 3; i++) {
        crc ^= frame[i];
        crc = (unsigned char)(crc << 4) ^ nibble[crc >> 4];
        crc = (unsigned char)(crc << 4) ^ nibble[crc >> 4];
    }
    if (frame[0] == 0)
        return -1;
    if (crc == frame[3])
        return 1;
    return 0;
}
