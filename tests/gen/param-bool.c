// test: gen
// A _Bool parameter has two values only.
// clew-gen: -f f --exhaustive
// expect-total: branch 4
// expect-covered: branch 3
// expect-infeasible: branch 1
// expect-complete: true
// expect-no-finding
int f(_Bool b) {
    int value = b;
    if (value > 1)
        return 2;
    if (b)
        return 1;
    return 0;
}
