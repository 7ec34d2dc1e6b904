// test: gen
// Unsigned arithmetic that wraps.
// clew-gen: -f f
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
int f(unsigned a, unsigned b) {
    if (a + b < a)
        return 1;
    if (a - b > a)
        return 2;
    if (a * 3u == 1u)
        return 3;
    return 0;
}
