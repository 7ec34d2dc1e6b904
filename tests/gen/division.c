// test: gen
// Quotient and remainder of a parameter by constants.
// clew-gen: -f f
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
int f(int x) {
    if (x / 7 == 11 && x % 7 == 3)
        return 1;
    if (x < 0 && x % 10 == -9)
        return 2;
    return 0;
}
