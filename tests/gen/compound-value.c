// test: gen
// Logical operators whose value is stored, not tested.
// clew-gen: -f f --exhaustive
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
// expect-paths: 2
int f(int a, int b) {
    int both = a > 3 && b > 3;
    return both + 1;
}
