// test: gen
// An assumption that stands after the code it is about: most runs that get to it are no paths,
// and what they pass is feasible all the same.
// clew-gen: --entry main
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

static int is_large(int value) {
    if (value > 3)
        return 1;
    return 0;
}

int main(void) {
    int first = is_large(__VERIFIER_nondet_int());
    int x = __VERIFIER_nondet_int();
    int chosen = 0, large = 0;
    if (x > 5)
        chosen = 1;
    large += is_large(__VERIFIER_nondet_int());
    large += is_large(__VERIFIER_nondet_int());
    large += is_large(__VERIFIER_nondet_int());
    large += is_large(__VERIFIER_nondet_int());
    large += is_large(__VERIFIER_nondet_int());
    large += is_large(__VERIFIER_nondet_int());
    large += is_large(__VERIFIER_nondet_int());
    large += is_large(__VERIFIER_nondet_int());
    __VERIFIER_assume((large == 5) | (x <= 5));
    return chosen + first;
}
