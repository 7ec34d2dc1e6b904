// test: gen
// Equalities that hold only by rounding or by conversion to int.
// clew-gen: -f absorb
// expect-total: branch 10
// expect-covered: branch 10
// expect-infeasible: branch 0
int absorb(float big, int n) {
    if (big > 0 && big + 1.0f == big)
        return 1;
    if ((int)(n * 0.5) == 21)
        return 2;
    if ((float)n == 16777216.0f && n != 16777216)
        return 3;
    return 0;
}
