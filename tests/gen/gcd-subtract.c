// test: gen
// Greatest common divisor by subtraction; zero is excluded by a precondition.
// clew-gen: -f gcd --exhaustive
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
// expect-paths: 63
// expect-complete: true
// expect-no-finding
int clew_pre_gcd(int a, int b) {
    return (a >= 1) & (a <= 10) & (b >= 1) & (b <= 10);
}

int gcd(int a, int b) {
    while (a != b) {
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    return a;
}
