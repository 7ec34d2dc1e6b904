// test: gen
// Conditions that contradict each other.
// clew-gen: -f f --exhaustive
// expect-total: branch 12
// expect-covered: branch 9
// expect-infeasible: branch 3
// expect-paths: 3
// expect-complete: true
// expect-stopped: exhausted
// expect-no-finding
int f(int x, int y) {
    if (x > 10) {
        if (x < 5)
            return 1;
        if (x != 10)
            return 2;
        return 3;
    }
    if (x == y && y > 20)
        return 4;
    if (x == y)
        return 5;
    return 6;
}
