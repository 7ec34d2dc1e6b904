// test: gen
// Conditions with side effects that are skipped or not; the last of three counts to 3 only.
// clew-gen: -f f --exhaustive
// expect-total: branch 10
// expect-covered: branch 9
// expect-infeasible: branch 1
// expect-complete: true
int f(int a, int b) {
    int steps = 0;
    if ((++steps, a > 0) && (++steps, b > a) && ++steps == 3)
        return steps;
    if (a == -7 || (b -= a) == 12)
        return 10 + steps;
    return b;
}
