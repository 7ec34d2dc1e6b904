// test: gen
// What a whole program reads that was never set is what was on the stack, and tests fill the stack before: so
// what depends on it is covered. Behind a call the stack has been used, and nobody knows what is left there.
// clew-gen: --entry main
// expect-covered: branch 12
// expect-infeasible: branch 0
// expect-finding: uninitialised-read 15
// expect-finding: uninitialised-read 21
extern int __VERIFIER_nondet_int(void);

static int first(int start) {
    int flags, count, in = __VERIFIER_nondet_int();
    long wide;
    if (start == in) {
        if (flags - 2)
            return 1;
        return 2;
    }
    if (in < 0)
        return 3;
    if (count > 0 && wide > 0x100000000)
        return 4;
    return 5;
}

static int behind(void) {
    __VERIFIER_nondet_int();
    return 0;
}

static int last(int x) {
    int unset;
    if (x > 4)
        return 6;
    if (unset > 7)
        return 7;
    return 8;
}

int main(void) {
    int found = first(3);
    if (found != 5)
        return 1;
    behind();
    return last(__VERIFIER_nondet_int()) == 6;
}
