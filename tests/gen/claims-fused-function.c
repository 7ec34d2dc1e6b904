// test: gen
// A function may have a processor or flags of its own, where products and sums are fused.
// (No run of the machine is behind a gate, only proofs are.)
// expect-infeasible: branch 0
__attribute__((target("fma"))) int contracted(double a, double b) {
    double r = a * b;
    if (r == r && r - r == 0) {
        if (a * b - r != 0)
            return 1;
    }
    return 0;
}

__attribute__((optimize("fast-math"))) int own_flags(double a) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    if (a != a) {
        if (a == a)
            return 1;
        return 2;
    }
    return 0;
}
