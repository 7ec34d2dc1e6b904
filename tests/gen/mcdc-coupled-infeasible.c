// test: gen
// `x > 3` holds whenever it is evaluated: it never has an effect, and `y == 0` is never evaluated.
// clew-gen: -f f -c mcdc
// expect-total: mcdc 3
// expect-covered: mcdc 1
// expect-infeasible: mcdc 2
// expect-complete: true
int f(int x, int y) {
    if (x > 5 && (x > 3 || y == 0))
        return 1;
    return 0;
}
