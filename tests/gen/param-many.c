// test: gen
// Ten parameters; the sum is constrained.
// clew-gen: -f f
// expect-total: branch 20
// expect-covered: branch 20
// expect-infeasible: branch 0
int f(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) {
    if (a < b && b < c && c < d && d < e && e < f && f < g && g < h && h < i && i < j)
        return a + j == 100 ? 2 : 1;
    return 0;
}
