// test: gen
// Compilers may leave a loop that does nothing and never ends (C11, 6.8.5p6): what is behind it is not
// infeasible. One with effects they keep.
// expect-infeasible: branch 4
int device(int);

int without_effects(int n) {
    for (unsigned i = 10; i >= 0; i--)
        n ^= 1;
    if (n > 3)
        return 1;
    return 0;
}

int with_effects(int n) {
    for (unsigned i = 10; i >= 0; i--)
        n = device(n);
    if (n > 3)
        return 1;
    return 0;
}
