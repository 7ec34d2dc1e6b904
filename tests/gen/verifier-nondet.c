// test: gen
// Nondeterministic inputs of a harness, with an assumption.
// clew-gen: --entry main --exhaustive
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
// expect-paths: 3
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char c = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(x > c);
    if (x == 256)
        return 1;
    if (c == 255)
        return 2;
    return 0;
}
