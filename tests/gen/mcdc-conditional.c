// test: gen
// Decisions of `?:`, as a value and as an argument.
// clew-gen: -f f -c mcdc
// expect-total: mcdc 7
// expect-covered: mcdc 7
// expect-infeasible: mcdc 0
// expect-complete: true
static int twice(int v) {
    return v + v;
}
int f(int a, int b, int c) {
    int wide = a > 10 && b > 10 ? 2 : 1;
    int odd = (a & 1) || (b & 1) || (c & 1);
    return twice(wide > 1 && odd) + wide;
}
