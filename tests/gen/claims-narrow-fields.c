// test: gen
// The values of assignments to bit-fields, and of what stands around them, have other types for gcc and clang.
// (No run of the machine is behind a gate, only proofs are.)
// expect-infeasible: branch 0
static struct {
    unsigned b : 3;
    enum { NONE, ONE, TWO } e : 2;
    unsigned long w : 40;
} s;

int after_decrement(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    s.b = 0;
    if (s.b-- - 1 < 0)
        return 1;
    return 0;
}

int negated(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    s.b = 1;
    if (-s.b++ < 0)
        return 1;
    return 0;
}

int of_enumeration(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    s.e = 0;
    if (s.e-- - 1 < 0)
        return 1;
    return 0;
}

int in_statements(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    s.b = 0;
    if (({ s.b; }) - 1 < 0)
        return 1;
    return 0;
}

int extended(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    s.w = -1;
    if (((__extension__ s.w) << 8) <= 0xffffffffffUL)
        return 1;
    return 0;
}

int chosen(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    s.w = -1;
    if ((__builtin_choose_expr(1, s.w, 0) << 8) <= 0xffffffffffUL)
        return 1;
    return 0;
}

int asked(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    int k = _Generic((0, s.b), unsigned: 1, unsigned long: 1, default: 3);
    if (k == 3)
        return 1;
    return 0;
}

int asked_type(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    __typeof__((0, s.b)) x = 0;
    if (x - 1 < 0)
        return 1;
    return 0;
}
