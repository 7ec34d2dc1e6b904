// test: gen
// Comparisons that only NaN makes false.
// clew-gen: -f classify
// expect-total: branch 10
// expect-covered: branch 10
// expect-infeasible: branch 0
int classify(double x, double y) {
    if (x != x)
        return 1;
    if (!(x < y) && !(x >= y))
        return 2;
    if (x == y && 1.0 / x != 1.0 / y)
        return 3;
    return 0;
}
