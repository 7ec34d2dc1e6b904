// test: gen
// A function without branches: nothing to cover, one test.
// clew-gen: -f f --exhaustive
// expect-total: branch 0
// expect-covered: branch 0
// expect-infeasible: branch 0
// expect-paths: 1
// expect-complete: true
// expect-no-finding
int f(int a, int b) {
    return a + 2 * b;
}
