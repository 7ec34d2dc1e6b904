// test: gen
// Long parameters with values past 32 bits.
// clew-gen: -f f
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
int f(long a, unsigned long b) {
    if (a == 0x123456789abcdefL)
        return 1;
    if (b > 0xfffffffffffffff0UL)
        return 2;
    if ((int)a == 5 && a != 5)
        return 3;
    return 0;
}
