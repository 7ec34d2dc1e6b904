// test: gen
// The one quotient of ints that does not fit.
// clew-gen: -f f
// expect-total: branch 2
// expect-finding: signed-overflow 9
int f(int a, int b) {
    if (b == 0)
        return 0;
    return a / b; //~ signed-overflow
}
