// test: gen
// A float clamped to a range, with NaN told apart.
// clew-gen: -f clamp --exhaustive
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
// expect-paths: 4
// expect-complete: true
// expect-no-finding
int clamp(float x) {
    if (x < -1.0f)
        return -1;
    if (x > 1.0f)
        return 1;
    if (x >= -1.0f)
        return 0;
    return 2;
}
