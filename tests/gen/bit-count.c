// test: gen
// Bits counted by clearing the lowest; the number of rounds depends on the value.
// clew-gen: -f f
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
int f(unsigned short x) {
    int bits = 0;
    while (x) {
        x &= x - 1;
        bits++;
    }
    if (bits == 16)
        return -1;
    return bits;
}
