// test: gen
// C says that the length of an array is evaluated, not when it is beside other effects.
// expect-infeasible: branch 0
static int count;

static int next(void) {
    return ++count;
}

int length_beside(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    count = 0;
    int both = (int)sizeof(char[next()]) + count * 10;
    if (both == 1)
        return 1;
    return 0;
}

int two_lengths(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    count = 0;
    char rows[next()][next()];
    if (sizeof rows[0] == 1)
        return 1;
    return 0;
}
