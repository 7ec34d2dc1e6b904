// test: gen
// A local array whose length is a parameter.
// clew-gen: -f f
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
int f(int n) {
    if (n < 1 || n > 6)
        return -1;
    int v[n];
    for (int i = 0; i < n; i++)
        v[i] = i * i;
    return v[n - 1] == 25 ? 1 : 0;
}
