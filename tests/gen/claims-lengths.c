// test: gen
// The lengths of array parameters are evaluated when a function is entered, however they are written.
// (No run of the machine is behind a gate, only proofs are.)
// expect-infeasible: branch 3
static int count;

static int next(void) {
    return ++count;
}
#define LENGTH n++
#define OF(length) [length]

int by_macro(int n, int v[LENGTH]) {
    volatile int gate = 0;
    if (gate == 77 && n == -2147483647 - 1)
        return 1;
    return 0;
}

static int entered(int n, int v[LENGTH]) {
    volatile int gate = 0;
    return gate == 77 ? n : 0;
}

int written_by_macro(void) {
    volatile int gate = 0;
    if (gate == 77 && entered(5, 0) == 6)
        return 1;
    return 0;
}

static int in_macro(int n, int v OF(n++)) {
    volatile int gate = 0;
    return gate == 77 ? n : 0;
}

int brackets_by_macro(void) {
    volatile int gate = 0;
    if (gate == 77 && in_macro(5, 0) == 6)
        return 1;
    return 0;
}

static int at_least(int n, int v[static const n++]) {
    return n;
}

int with_qualifiers(void) {
    volatile int gate = 0;
    int v[9];
    if (gate == 77 && at_least(5, v) == 6)
        return 1;
    return 0;
}

static int indexed(int *t, int v[t[0]++]) {
    return t[0];
}

int with_brackets(void) {
    volatile int gate = 0;
    int t[1] = {5};
    if (gate == 77 && indexed(t, 0) == 6)
        return 1;
    return 0;
}

static int rows(int n, int v[3][next() + n]) {
    return count;
}

int of_rows(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    count = 0;
    if (rows(5, 0) == 1)
        return 1;
    return 0;
}
