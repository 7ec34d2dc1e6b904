// test: paths
// Binary search in twenty sorted ints: found at each place or missing in each gap.
// clew-gen: --entry main --exhaustive
// expect-paths: 41
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);

enum { LENGTH = 20 };

static int find(const int *v, int n, int wanted) {
    int low = 0, high = n - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (v[middle] == wanted)
            return middle;
        if (v[middle] < wanted)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

int main(void) {
    int v[LENGTH], wanted;
    klee_make_symbolic(v, sizeof v, "v");
    klee_make_symbolic(&wanted, sizeof wanted, "wanted");
    for (int i = 1; i < LENGTH; i++)
        klee_assume(v[i - 1] < v[i]);
    return find(v, LENGTH, wanted);
}
