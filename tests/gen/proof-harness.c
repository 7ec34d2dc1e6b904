// test: gen
// What a harness asks for is an input and nothing else: proofs go on behind it.
// clew-gen: --entry main
// expect-covered: branch 9
// expect-infeasible: branch 3
void klee_make_symbolic(void *, unsigned long, const char *);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static int between(int x, int low, int high) {
    if (x < low)
        return -1;
    if (x > high)
        return 1;
    return 0;
}

static int count(const unsigned char *bytes, int n) {
    int zeros = 0;
    for (int i = 0; i < n; i++)
        if (bytes[i] == 0)
            zeros++;
    if (zeros > n)
        return -1;
    return zeros;
}

int main(void) {
    unsigned char bytes[3];
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume((x >= 0) & (x < 100));
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    if (between(x, 0, 50) < 0)
        return 2;
    return count(bytes, 3);
}
