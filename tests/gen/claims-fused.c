// test: gen
// Where the processor has fused operations, compilers use them.
// clew-gen: --cflags=-mfma
// expect-infeasible: branch 0
int contracted(double a, double b) {
    double r = a * b;
    if (r == r && r - r == 0) {
        if (a * b - r != 0)
            return 1;
    }
    return 0;
}
