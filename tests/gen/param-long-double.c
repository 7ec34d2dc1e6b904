// test: gen
// An 80-bit float parameter, which may be made concrete.
// clew-gen: -f f
// expect-total: branch 2
int f(long double x) {
    if (x > 1.0L)
        return 1;
    return 0;
}
