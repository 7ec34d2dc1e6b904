// test: gen
// Without SSE2, numbers are computed in wider registers.
// (No run of the machine is behind a gate, only proofs are.)
// clew-gen: --cflags=-mno-sse2
// expect-infeasible: branch 0
int wider(double *p) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    if (!p)
        return -1;
    double x = *p;
    if (x == 9007199254740992.0) {
        if (x + 1.0 != x)
            return 1;
    }
    return 0;
}
