// test: gen
// Functions and variables with the names that tests have for what they keep.
// expect-total: branch 8
// expect-covered: branch 8
int expected;

int result(int x) {
    if (x > 3)
        return x;
    return 0;
}

int __VERIFIER_nondet_int(void);

int inputs(void) {
    if (__VERIFIER_nondet_int() == 4)
        return 1;
    return 0;
}

int *arguments(int *name) {
    if (!name)
        return &expected;
    return name;
}

int uses(int given) {
    expected = result(given);
    if (expected == 7)
        return 1;
    return 0;
}
