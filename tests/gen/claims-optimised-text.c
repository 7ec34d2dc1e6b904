// test: gen
// The text of a program may depend on how it is optimised, and floats on it, too.
// (No run of the machine is behind a gate, only proofs are.)
// clew-gen: --cflags=-Ofast
// expect-infeasible: branch 0
#ifdef __OPTIMIZE__
#define STEP 1
#else
#define STEP 2
#endif
#ifdef __llvm__
#define OTHER 1
#else
#define OTHER 2
#endif

int by_level(int x) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    x &= 1;
    if (x + STEP == 1)
        return 1;
    return 0;
}

int by_compiler(int x) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    x &= 1;
    if (x + OTHER == 3)
        return 1;
    return 0;
}

int reassociated(float x) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    float y = (x + 1.0f) - 1.0f;
    if (x == 1e-10f) {
        if (y == x)
            return 1;
    }
    return 0;
}
