// test: gen
// A static local that counts calls: reached by what earlier calls left behind.
// clew-gen: --entry main
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
int __VERIFIER_nondet_int(void);

static int tick(int reset) {
    static int count = 0;
    if (reset) {
        count = 0;
        return 0;
    }
    count++;
    if (count == 3)
        return 1;
    return 0;
}

int main(void) {
    for (int i = 0; i < 4; i++)
        if (tick(__VERIFIER_nondet_int()))
            return 1;
    return 0;
}
