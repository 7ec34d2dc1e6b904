// test: gen
// A table of indices followed twice.
// clew-gen: -f f
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
int f(const unsigned char next[8], unsigned start) {
    unsigned second = next[start & 7] & 7;
    unsigned third = next[second] & 7;
    if (second == (start & 7))
        return 1;
    if (third == (start & 7))
        return 2;
    return 0;
}
