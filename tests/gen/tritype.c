// test: gen
// Triangle classification: the classic of the field, over all ints.
// clew-gen: -f tritype --exhaustive
// expect-total: branch 36
// expect-covered: branch 33
// expect-infeasible: branch 3
// expect-paths: 14
// expect-complete: true
// expect-stopped: exhausted
// expect-no-finding
int tritype(int i, int j, int k) {
    if (i <= 0 || j <= 0 || k <= 0)
        return 4;
    int equal = 0;
    if (i == j)
        equal += 1;
    if (i == k)
        equal += 2;
    if (j == k)
        equal += 3;
    if (equal == 0) {
        if (i + j <= k || j + k <= i || i + k <= j)
            return 4;
        return 1;
    }
    if (equal > 3)
        return 3;
    if (equal == 1) {
        if (i + j > k)
            return 2;
    } else if (equal == 2) {
        if (i + k > j)
            return 2;
    } else if (equal == 3) {
        if (j + k > i)
            return 2;
    } else if (equal == 4) {
        return 5;
    }
    return 4;
}
