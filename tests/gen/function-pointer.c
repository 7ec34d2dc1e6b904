// test: gen
// A function pointer parameter: null, or one of the functions of the file.
// clew-gen: -f apply
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
static int twice(int x) {
    return 2 * x;
}

static int negate(int x) {
    return -x;
}

int (*const operations[2])(int) = {twice, negate};

int apply(int (*operation)(int), int x) {
    if (!operation)
        return 0;
    if (operation == twice)
        return 1;
    if (operation(x) == 12)
        return 2;
    return 3;
}
