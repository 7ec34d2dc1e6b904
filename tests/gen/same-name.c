// test: gen
// A parameter and a variable of the file have the same name: they are two inputs, of any width.
// clew-gen: -f shadowed -f narrow -f pointers
// expect-total: branch 16
// expect-covered: branch 16
// expect-infeasible: branch 0
static int n;
static unsigned char k;
static int *p;

static int file_n(void) { return n; }
static int file_k(void) { return k; }
static int *file_p(void) { return p; }

int shadowed(int n) {
    if (n == 1) {
        if (file_n() == 2) return 1;
    }
    return 0;
}

int narrow(int k) {
    if (k == 1000) {
        if (file_k() == 2) return 1;
    }
    return 0;
}

int pointers(int *p) {
    int *other = file_p();
    if (p && other) {
        if (*p == 1 && *other == 2) return 1;
    }
    return 0;
}
