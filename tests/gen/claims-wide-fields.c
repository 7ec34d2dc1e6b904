// test: gen
// Compilers compare bit-fields that are wider than `int` in other types: with a negative number, one of them
// finds the field as wide as it is.
// (No run of the machine is behind a gate, only proofs are.)
// expect-infeasible: branch 1
struct wide {
    unsigned long long f : 40;
    long long s : 40;
};

int compared(struct wide *p) {
    volatile int gate = 0;
    if (gate != 77 || !p)
        return -1;
    if (p->f == -1)
        return 1;
    return 0;
}

int each_other(struct wide *p) {
    volatile int gate = 0;
    if (gate != 77 || !p)
        return -1;
    p->f = -1;
    p->s = -1;
    if (p->f == p->s)
        return 1;
    return 0;
}

int chosen(struct wide *p) {
    volatile int gate = 0;
    if (gate != 77 || !p)
        return -1;
    switch (p->f) {
    case -1:
        return 1;
    }
    return 0;
}

int assigned(struct wide *p) {
    volatile int gate = 0;
    if (gate != 77 || !p)
        return -1;
    if ((p->f = -1) == -1)
        return 1;
    return 0;
}

int with_number(struct wide *p) {
    volatile int gate = 0;
    if (gate != 77 || !p)
        return -1;
    if (p->f < 5) {
        if (p->f > 7)
            return 1;
    }
    return 0;
}
