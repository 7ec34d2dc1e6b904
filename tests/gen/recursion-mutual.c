// test: gen
// Two functions that call each other; only the branches of one are asked for.
// clew-gen: -f is_even
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
static int is_odd(unsigned n);

int is_even(unsigned n) {
    if (n > 9)
        return -1;
    if (n == 0)
        return 1;
    return is_odd(n - 1);
}

static int is_odd(unsigned n) {
    if (n == 0)
        return 0;
    return is_even(n - 1);
}
