// test: gen
// Euclid with remainders; the divisor zero is excluded by the loop.
// clew-gen: -f gcd
// expect-total: branch 2
// expect-covered: branch 2
// expect-infeasible: branch 0
// expect-no-finding
unsigned gcd(unsigned a, unsigned b) {
    while (b != 0) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}
