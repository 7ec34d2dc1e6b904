// test: gen
// What compilers find out by themselves, and write by themselves, is no fact.
// expect-infeasible: branch 0
#define SAME(a, b) __builtin_types_compatible_p(a, b)

int same_types(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    int k = SAME(_Atomic int, int);
    if (k == 1)
        return 1;
    return 0;
}

int own_text(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    if (sizeof __PRETTY_FUNCTION__ > 20)
        return 1;
    return 0;
}

int length_of_own_text(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    int n = __builtin_strlen(__PRETTY_FUNCTION__);
    if (n > 20)
        return 1;
    return 0;
}

int size_of_literal(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    long k = __builtin_object_size((int[]){1, 2, 3}, 0);
    if (k == 12)
        return 1;
    if (k == -1)
        return 2;
    return 0;
}

int constant_comma(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    int k = __builtin_constant_p((3, 4));
    if (k == 1)
        return 1;
    return 0;
}
