// test: gen
// A comparator for qsort: the casts tell what its parameters point to.
// clew-gen: -f compare
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
int compare(const void *a, const void *b) {
    int x = *(const int *)a;
    int y = *(const int *)b;
    if (x < y)
        return -1;
    return x > y ? 1 : 0;
}
