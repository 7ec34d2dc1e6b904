// test: gen
// The bits of a float looked at through a union.
// clew-gen: -f f
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
int f(float x) {
    union {
        float f;
        unsigned u;
    } bits = {x};
    if ((bits.u >> 23 & 0xff) == 0xff)
        return (bits.u & 0x7fffff) != 0 ? 2 : 1;
    if (bits.u == 0x80000000u)
        return 3;
    return 0;
}
