// test: gen
// Compilers believe what is said of functions, and that a name of the library's is the library's.
// expect-infeasible: branch 0
int set;

__attribute__((pure, noinline)) static int count(int x) {
    set++;
    return x;
}

int ffs(int x) {
    set = x;
    return 7;
}

int dropped(int x) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    set = 0;
    count(x);
    if (set == 0)
        return 1;
    return 0;
}

int folded(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    set = 0;
    int found = ffs(8);
    if (found == 4)
        return 1;
    if (set == 0)
        return 2;
    return 0;
}
