// test: gen
// Static globals that other functions of the file set are inputs too.
// clew-gen: -f next
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
static unsigned state = 1;
static int ready;

void set_ready(int value) {
    ready = value;
}

unsigned next(void) {
    if (!ready)
        return 0;
    state = state * 5 + 1;
    if (state == 0x55)
        ready = 0;
    return state;
}
