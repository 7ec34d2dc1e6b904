// test: gen
// Ackermann's function with small arguments by a precondition.
// clew-gen: -f ackermann
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
int clew_pre_ackermann(int m, int n) {
    return m >= 0 && m <= 2 && n >= 0 && n <= 3;
}

int ackermann(int m, int n) {
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
