// test: gen
// A float parameter compared with constants.
// clew-gen: -f f
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
int f(float x) {
    if (x > 0.25f && x < 0.375f)
        return 1;
    if (x == 1e30f)
        return 2;
    return 0;
}
