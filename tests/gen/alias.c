// test: gen
// Two pointers to the same type: the branch needs them to be equal, which a second search tries.
// clew-gen: -f add_twice
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
int add_twice(int *a, int *b) {
    if (!a || !b)
        return -1;
    *a = 1;
    *b = 2;
    if (*a == 2)
        return 1;
    return 0;
}
