// test: gen
// A precondition keeps the inputs in a range: the checks for the rest are infeasible.
// clew-gen: -f sqrt_floor --exhaustive
// expect-total: branch 4
// expect-covered: branch 3
// expect-infeasible: branch 1
// expect-complete: true
// expect-no-finding
int clew_pre_sqrt_floor(int x) {
    return x >= 0 && x <= 50;
}

int sqrt_floor(int x) {
    if (x < 0)
        return -1;
    int root = 0;
    while ((root + 1) * (root + 1) <= x)
        root++;
    return root;
}
