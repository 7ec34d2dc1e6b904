// test: gen
// Twelve conditions in one decision.
// clew-gen: -f f
// expect-total: branch 24
// expect-covered: branch 24
// expect-infeasible: branch 0
int f(int a, int b, int c) {
    if ((a == 1 && b == 2 && c == 3) || (a == 4 && (b == 5 || c == 6)) ||
        (a > 100 && b < -100 && (c == 7 || c == 8)) || (a == b && b == c + 1))
        return 1;
    return 0;
}
