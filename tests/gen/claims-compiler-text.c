// test: gen
// The text of a program may depend on the compiler that reads it.
// (No run of the machine is behind a gate, only proofs are.)
// expect-infeasible: branch 0
#if __GNUC__ >= 7
#define LIMIT 100
#else
#define LIMIT 10
#endif
#define RANGE (LIMIT)

int by_macro(int x) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    if (x < 0 || x > RANGE)
        return -1;
    if (x == 50)
        return 1;
    return 0;
}

int by_lines(int x) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
#ifdef __clang__
    x = 1;
#endif
    if (x == 50)
        return 1;
    return 0;
}

int by_value(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    int version = __GNUC__;
    if (version >= 7)
        return 1;
    return 0;
}
