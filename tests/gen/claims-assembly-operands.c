// test: gen
// Assembly that is handed an object's place may keep it, and write there later.
// expect-infeasible: branch 0
int kept(int n) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    int x = n;
    int *p;
    __asm__("leaq %1, %0" : "=r"(p) : "m"(x));
    x = 0;
    *p = 1;
    if (x == 1)
        return 1;
    return 0;
}

int kept_for_later(int n) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    static int *keep;
    int x = n;
    __asm__("leaq %1, %0" : "=r"(keep), "+m"(x));
    x = 0;
    __asm__ volatile("movl $1, (%0)" : : "r"(keep));
    if (x == 1)
        return 1;
    return 0;
}

static void hand(int *p) {
    __asm__ volatile("movl $1, (%0)" : : "r"(p));
}

int by_callee(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    int x = 0;
    hand(&x);
    if (x == 1)
        return 1;
    return 0;
}
