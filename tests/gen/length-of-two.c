// test: gen
// One length for two arrays, which is not right behind the first.
// clew-gen: -f dot_is_zero
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
int dot_is_zero(const int *a, const int *b, unsigned n) {
    long long sum = 0;
    for (unsigned i = 0; i < n; i++) {
        if (a[i] < 0)
            return -1;
        sum += (long long)a[i] * b[i];
    }
    return sum == 0 ? 1 : 0;
}
