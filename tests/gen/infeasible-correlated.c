// test: gen
// Two tests of one flag: the mixed paths do not exist, the branches do.
// clew-gen: -f f --exhaustive
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
// expect-paths: 4
// expect-complete: true
int f(int flag, int x) {
    int r = 0;
    if (flag > 0)
        r += 1;
    if (x == 9)
        r += 2;
    if (flag > 0)
        r += 4;
    return r;
}
