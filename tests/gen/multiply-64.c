// test: gen
// A multiplication in 64 bits with an odd constant: every result has one operand.
// clew-gen: -f f
// expect-total: branch 2
// expect-covered: branch 2
// expect-infeasible: branch 0
int f(unsigned long long x) {
    if (x * 0x9E3779B97F4A7C15ull == 42)
        return 1;
    return 0;
}
