// test: gen
// Callers keep a precondition without calling it: what it writes is not there.
// (No run of the machine is behind a gate, only proofs are.)
// expect-infeasible: branch 1
static int prepared;

int clew_pre_writes(int n) {
    prepared = 3;
    return n > 0;
}

int writes(int n) {
    volatile int gate = 0;
    int was = prepared;
    prepared = 0;
    if (gate == 77 && was != 3)
        return 1;
    return n;
}

int clew_pre_reads(int n) {
    return n > prepared;
}

int reads(int n) {
    volatile int gate = 0;
    if (gate == 77 && n <= prepared)
        return 1;
    return 0;
}
