// test: gen
// Negations and commas around conditions do not add outcomes.
// clew-gen: -f f --exhaustive
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
// expect-paths: 3
int f(int a, int b) {
    if (!(a == 3 && !(b != 4)))
        return 1;
    return 0;
}
