// test: gen
// An inline function without a definition for the linker, which C allows the compiler to call all the
// same.
// compilers: all
// expect-total: branch 4
// expect-covered: branch 4
inline int twice(int x) {
    if (x > 100)
        return 0;
    return 2 * x;
}

int use(int x) {
    if (twice(x) == 8)
        return 1;
    return 0;
}
