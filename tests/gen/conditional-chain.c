// test: gen
// A chain of conditional expressions, one of them used as a condition.
// clew-gen: -f f --exhaustive
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
// expect-paths: 5
int f(int a, int b) {
    int sign = a < 0 ? -1 : a > 0 ? 1 : 0;
    if (a > 100 ? b > 0 : sign)
        return sign;
    return 0;
}
