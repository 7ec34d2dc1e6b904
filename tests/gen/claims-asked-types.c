// test: gen
// Compilers do not agree on what the type of a bit-field is, and on the class of what is promoted.
// (No run of the machine is behind a gate, only proofs are.)
// expect-infeasible: branch 0
struct fields {
    int c : 7;
};

int type_of_field(struct fields *p, int n) {
    volatile int gate = 0;
    if (gate != 77 || !p)
        return -1;
    n &= 1;
    if (_Generic(p->c, int: 1, default: 5) + n == 6)
        return 1;
    return 0;
}

int class_of_bool(_Bool b, int n) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    n &= 1;
    if (__builtin_classify_type(b) + n == 5)
        return 1;
    return 0;
}
