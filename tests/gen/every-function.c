// test: gen
// No function named: the only one of the file is tested.
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
int sign(long x) {
    if (x < 0)
        return -1;
    return x > 0 ? 1 : 0;
}
