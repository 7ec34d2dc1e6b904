// test: gen
// The same for MC/DC: runs that are excluded show neither half of a condition's effect.
// clew-gen: -f gate -c mcdc
// expect-covered: mcdc 3
// expect-infeasible: mcdc 0
// expect-complete: true
void clew_assume(int);

int gate(int a, int b, int c, int is_open) {
    int result = 0;
    if ((a > 2 && b > 3) || c > 4)
        result = 1;
    clew_assume(is_open > 0);
    return result;
}
