// test: gen
// Paper 5, section 3.1: one function called twice with different inputs.
// clew-gen: -f top --exhaustive
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
// expect-paths: 4
// expect-complete: true
// expect-stopped: exhausted
// expect-no-finding
static int is_positive(int x) {
    if (x > 0)
        return 1;
    return 0;
}

int top(int y, int z) {
    int a = is_positive(y);
    int b = is_positive(z);
    if (a && b)
        return 1;
    return 0;
}
