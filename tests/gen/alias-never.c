// test: gen
// The user says that pointers are distinct: what needs them to be equal is infeasible, and rests on
// that.
// clew-gen: --no-alias
// expect-total: branch 6
// expect-covered: branch 5
// expect-infeasible: branch 1
// expect-complete: true
struct node {
    int key;
    struct node *next;
};

int is_same(const struct node *a, const struct node *b) {
    if (a && b && a == b)
        return 1;
    return 0;
}
