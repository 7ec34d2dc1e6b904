// test: gen
// Compilers do not agree on the sizes of atomic records.
// (No run of the machine is behind a gate, only proofs are.)
// expect-infeasible: branch 0
struct three {
    char bytes[3];
};

struct around {
    char first;
    _Atomic struct three three;
    char last;
};

int size_of(int n) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    unsigned long size = sizeof(struct around) + (n & 1);
    if (size == 5)
        return 1;
    if (size == 12)
        return 2;
    return 0;
}
