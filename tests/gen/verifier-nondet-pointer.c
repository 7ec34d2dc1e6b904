// test: gen
// A harness asks for a pointer, which a test gives without a warning. It is no fixed address here,
// but no proof rests on that.
// clew-gen: --entry main
// expect-total: branch 4
// expect-covered: branch 3
// expect-infeasible: branch 0
// expect-no-finding
extern void *__VERIFIER_nondet_pointer(void);

int main(void) {
    void *p = __VERIFIER_nondet_pointer();
    if (!p)
        return 1;
    if (p == (void *)0x1000)
        return 2;
    return 0;
}
