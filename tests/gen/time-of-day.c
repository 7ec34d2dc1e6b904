// test: gen
// Seconds split into hours and minutes; only one input passes all tests.
// clew-gen: -f f
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
int f(unsigned seconds) {
    unsigned hours = seconds / 3600, minutes = seconds / 60 % 60, rest = seconds % 60;
    if (hours > 23)
        return -1;
    if (hours == 12 && minutes == 34)
        return rest == 56 ? 2 : 1;
    return 0;
}
