// test: gen
// Paper 2, section II: bubble sort with a length check, sorting v[1..n].
// clew-gen: -f bubble
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
#define MAXLEN 6

void bubble(int v[MAXLEN], int n) {
    int i, j, k;
    if (n >= MAXLEN)
        return;
    for (i = n; i > 1; i--)
        for (j = 1; j < i; ++j)
            if (v[j] > v[j + 1]) {
                k = v[j];
                v[j] = v[j + 1];
                v[j + 1] = k;
            }
}
