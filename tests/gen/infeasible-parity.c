// test: gen
// A branch that arithmetic rules out: a square is never 2 modulo 4.
// clew-gen: -f f --exhaustive
// expect-total: branch 2
// expect-covered: branch 1
// expect-infeasible: branch 1
// expect-paths: 1
// expect-complete: true
int f(unsigned char x) {
    if (x * x % 4 == 2)
        return 1;
    return 0;
}
