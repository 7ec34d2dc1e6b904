// test: gen
// Without writes and comparisons of addresses, one object in place of two shows nothing new: what
// is infeasible stays so.
// clew-gen:
// expect-total: branch 10
// expect-covered: branch 9
// expect-infeasible: branch 1
// expect-complete: true
struct point {
    int x, y;
};

int order(const struct point *a, const struct point *b) {
    if (!a || !b)
        return 0;
    if (a->x < b->x)
        return -1;
    if (a->x > b->x)
        return 1;
    return a->x != b->x ? 2 : 0;
}
