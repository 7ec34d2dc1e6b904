// test: gen
// Powers of two, sign and parity without loops.
// clew-gen: -f f
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
int f(unsigned x) {
    if (x != 0 && (x & (x - 1)) == 0)
        return x > 0x10000 ? 2 : 1;
    unsigned parity = x ^ x >> 16;
    parity ^= parity >> 8;
    parity ^= parity >> 4;
    parity ^= parity >> 2;
    parity ^= parity >> 1;
    return parity & 1 ? 3 : 4;
}
