// test: gen
// An unsigned char promoted to int is never negative.
// clew-gen: -f f --exhaustive
// expect-total: branch 6
// expect-covered: branch 4
// expect-infeasible: branch 2
// expect-complete: true
int f(unsigned char c) {
    int value = c;
    if (value < 0 || value > 255)
        return -1;
    if (c + 1 == 256)
        return 1;
    return 0;
}
