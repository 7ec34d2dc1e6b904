// test: gen
// A bus frame decoded from bytes: identifier, length, signed signal across bytes.
// clew-gen: -f decode
// expect-total: branch 14
// expect-covered: branch 14
// expect-infeasible: branch 0
struct frame {
    unsigned id : 11;
    unsigned remote : 1;
    unsigned length : 4;
    unsigned char data[4];
};

int decode(struct frame frame) {
    if (frame.remote)
        return -1;
    if (frame.length > 8)
        return -2;
    if (frame.id != 0x2A5)
        return 0;
    if (frame.length < 3)
        return -3;
    int speed = (frame.data[0] << 4 | frame.data[1] >> 4) & 0xfff;
    if (speed & 0x800)
        speed -= 0x1000;
    if (speed == -300)
        return 1;
    return speed > 1500 ? 2 : 3;
}
