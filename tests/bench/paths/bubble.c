// test: paths
// Bubble sort of the first n of six ints, n symbolic in 1..6: the comparisons tell all
// orders apart, so there are 1! + 2! + ... + 6! paths.
// clew-gen: --entry main --exhaustive
// expect-paths: 873
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);

enum { LENGTH = 6 };

static void bubble(int *v, int n) {
    for (int i = n - 1; i > 0; i--) {
        for (int j = 0; j < i; j++) {
            if (v[j] > v[j + 1]) {
                int exchanged = v[j];
                v[j] = v[j + 1];
                v[j + 1] = exchanged;
            }
        }
    }
}

int main(void) {
    int v[LENGTH], n;
    klee_make_symbolic(v, sizeof v, "v");
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume((n >= 1) & (n <= LENGTH));
    bubble(v, n);
    return v[0];
}
