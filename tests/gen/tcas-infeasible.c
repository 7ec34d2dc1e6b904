// test: gen
// The conflict branch of the altitude test: an aircraft cannot be above and below another.
// clew-gen: -f conflict --exhaustive
// expect-total: branch 6
// expect-covered: branch 5
// expect-infeasible: branch 1
// expect-complete: true
// expect-paths: 3
int conflict(int own, int other) {
    int below = own < other;
    int above = other < own;
    if (below) {
        if (above)
            return 3;
        return 1;
    }
    if (above)
        return 2;
    return 0;
}
