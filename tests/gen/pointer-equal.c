// test: gen
// Pointers that are only compared for being equal lead to objects of their own.
// clew-gen: -f same
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
int same(const int *a, const int *b) {
    if (a == b)
        return 1;
    if (*a == *b)
        return 2;
    return 0;
}
