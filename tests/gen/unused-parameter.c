// test: gen
// Only one parameter matters; the other keeps its value.
// clew-gen: -f f --exhaustive
// expect-total: branch 2
// expect-covered: branch 2
// expect-infeasible: branch 0
// expect-no-finding
int f(const int *ignored, int x) {
    (void)ignored;
    return x == 41 ? 1 : 0;
}
