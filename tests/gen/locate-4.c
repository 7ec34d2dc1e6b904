// test: gen
// Paper 5, section 4, for n = 4: an 'a' or the end is among the first n bytes, so there are
// n ways to miss, n to succeed and n - 1 to fail: 3n - 1 paths.
// clew-gen: --entry main --exhaustive
// expect-total: branch 10
// expect-covered: branch 10
// expect-infeasible: branch 0
// expect-paths: 11
// expect-complete: true
// expect-stopped: exhausted
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);

enum { N = 4 };

static int locate(const char *s, int c) {
    int i = 0;
    while (s[i] != c) {
        if (s[i] == 0)
            return -1;
        i++;
    }
    return i;
}

static int top(const char *input) {
    int z;
    z = locate(input, 'a');
    if (z == -1)
        return -1;
    if (input[z + 1] != ':')
        return 1;
    return 0;
}

int main(void) {
    char input[N + 1];
    int decided = 0;
    klee_make_symbolic(input, sizeof input, "input");
    for (int i = 0; i < N; i++)
        decided |= (input[i] == 'a') | (input[i] == 0);
    klee_assume((input[N] == 0) & decided);
    return top(input);
}
