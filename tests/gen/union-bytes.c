// test: gen
// A union seen as a number and as bytes.
// clew-gen: -f f
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
union word {
    unsigned number;
    unsigned char bytes[4];
};

int f(unsigned number) {
    union word word;
    word.number = number;
    if (word.bytes[0] == 0x7f && word.bytes[3] == 0x01)
        return 1;
    word.bytes[1] ^= 0xff;
    if (word.number == 0xdeadbeef)
        return 2;
    return 0;
}
