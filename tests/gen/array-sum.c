// test: gen
// An array whose length is another parameter.
// clew-gen: -f sum
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
int sum(const int *a, int n) {
    int total = 0;
    for (int i = 0; i < n; i++)
        total += a[i];
    if (total == 1000)
        return -1;
    return total;
}
