// test: gen
// A plain char parameter: signed on this platform.
// clew-gen: -f f --exhaustive
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
// expect-paths: 4
// expect-complete: true
int f(char c) {
    if (c < 0)
        return -1;
    if (c == 'x')
        return 1;
    if (c == 127)
        return 2;
    return 0;
}
