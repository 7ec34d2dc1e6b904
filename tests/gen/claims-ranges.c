// test: gen
// The value of a range of elements is evaluated once, whatever the number of elements.
// (No run of the machine is behind a gate, only proofs are.)
// expect-infeasible: branch 1
static int count;

static int next(void) {
    return ++count;
}

struct point {
    int x, y;
};

int effect_of_range(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    int c = 0;
    int v[] = {[0 ... 3] = c++, [2] = 7};
    if (c == 1)
        return 1;
    return v[0];
}

int value_of_range(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    count = 4;
    int v[3] = {[0 ... 2] = next()};
    if (v[2] == 5)
        return 1;
    return 0;
}

int members_of_range(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    count = 0;
    struct point v[2] = {[0 ... 1] = {next(), 3}};
    if (v[1].x == v[0].x)
        return 1;
    return 0;
}
