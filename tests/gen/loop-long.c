// test: gen
// What stands behind a loop with more forks than a path tells apart is reached all the same.
// clew-gen: --entry main
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
    static int values[1100];
    int least = 0;
    for (int i = 0; i < 1100; i++)
        values[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 1100; i++)
        if (values[i] < least)
            least = values[i];
    int last = __VERIFIER_nondet_int();
    if (last == 4711)
        return 1;
    return 0;
}
