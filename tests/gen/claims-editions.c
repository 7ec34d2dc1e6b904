// test: gen
// A name that C90 does not reserve is the program's own in C90.
// clew-gen: --cflags=-std=c90
// expect-infeasible: branch 0
long llabs(long x);
void clew_label(int x);
int klee_int(const char *name);
int set;

int of_later_edition(long x) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    set = 0;
    if (llabs(x) >= 0 && set == 1)
        return 1;
    return 0;
}

int of_test_tools(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    set = 0;
    clew_label(1);
    klee_int("x");
    if (set == 1)
        return 1;
    return 0;
}
