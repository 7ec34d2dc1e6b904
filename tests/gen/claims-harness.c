// test: gen
// A function that is not `main` may be called when others have run.
// clew-gen: --entry harness
// expect-infeasible: branch 0
extern int __VERIFIER_nondet_int(void);
static int state;

void setter(int x) {
    state = x;
}

int harness(void) {
    int x = __VERIFIER_nondet_int();
    if (state)
        return 1;
    return x;
}
