// test: gen
// Arithmetic in 64 bits.
// clew-gen: -f f
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
int f(long long a, long long b) {
    if (a - b == 10000000000LL && a + b == 0)
        return 1;
    if ((a ^ b) == -1)
        return 2;
    return 0;
}
