// test: gen
// Shifts by a parameter, in range by a test.
// clew-gen: -f f
// expect-total: branch 12
// expect-covered: branch 12
// expect-infeasible: branch 0
// expect-no-finding
int f(unsigned x, int by, int y) {
    if (by < 0 || by > 31)
        return -1;
    if (x << by == 0x80000000u && by == 13)
        return 1;
    if (y >> by == -1 && y != -1)
        return 2;
    return 0;
}
