// test: gen
// Where the compiled program contradicts the machine, proofs are not believed: gcc computes with a bit-field of 40
// bits in 40 bits, as C lets it.
// expect-infeasible: branch 0
struct wide {
    unsigned long long a : 40;
};

int shifted(struct wide *p) {
    if (!p)
        return -1;
    if (p->a >= 0x8000000000ULL) {
        if ((p->a << 1) < 0x10000000000ULL)
            return 1;
        return 2;
    }
    return 0;
}
