// test: gen
// A double parameter: a linear equation and a square.
// clew-gen: -f f
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
int f(double x) {
    if (2 * x + 1 == 8)
        return 1;
    if (x * x == 2.25)
        return 2;
    return 0;
}
