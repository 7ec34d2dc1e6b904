// test: gen
// Merging two sorted arrays of a fixed length.
// clew-gen: -f merge
// expect-total: branch 10
// expect-covered: branch 10
// expect-infeasible: branch 0
void merge(const int a[3], const int b[3], int out[6]) {
    int i = 0, j = 0, k = 0;
    while (i < 3 && j < 3) {
        if (a[i] <= b[j])
            out[k++] = a[i++];
        else
            out[k++] = b[j++];
    }
    while (i < 3)
        out[k++] = a[i++];
    while (j < 3)
        out[k++] = b[j++];
}
