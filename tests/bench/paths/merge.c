// test: paths
// Merging two sorted arrays of five: one path for each interleaving, 10 choose 5.
// clew-gen: --entry main --exhaustive
// expect-paths: 252
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);

enum { LENGTH = 5 };

static void merge(const int *a, const int *b, int *out) {
    int i = 0, j = 0, k = 0;
    while (i < LENGTH && j < LENGTH) {
        if (a[i] <= b[j])
            out[k++] = a[i++];
        else
            out[k++] = b[j++];
    }
    while (i < LENGTH)
        out[k++] = a[i++];
    while (j < LENGTH)
        out[k++] = b[j++];
}

int main(void) {
    int a[LENGTH], b[LENGTH], out[2 * LENGTH];
    klee_make_symbolic(a, sizeof a, "a");
    klee_make_symbolic(b, sizeof b, "b");
    for (int i = 1; i < LENGTH; i++)
        klee_assume((a[i - 1] <= a[i]) & (b[i - 1] <= b[i]));
    merge(a, b, out);
    return out[0];
}
