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

int place_of_last(struct around *p) {
    volatile int gate = 0;
    if (gate != 77 || !p)
        return -1;
    long place = &p->last - &p->first;
    if (place == 4)
        return 1;
    if (place == 8)
        return 2;
    return 0;
}
