// test: gen
// The determinant of a matrix of bytes: singular, identity-like or other.
// clew-gen: -f determinant_kind
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
int determinant_kind(const signed char m[2][2]) {
    int d = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    if (d == 0)
        return 0;
    if (d == 1 && m[0][1] > 5)
        return 1;
    if (d < -30000)
        return 2;
    return 3;
}
