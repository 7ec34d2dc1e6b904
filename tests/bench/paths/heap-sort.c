// test: paths
// Heap sort of six ints.
// clew-gen: --entry main --exhaustive
// expect-paths: 1464
void klee_make_symbolic(void *, unsigned long, const char *);

enum { LENGTH = 6 };

static void exchange(int *a, int *b) {
    int old = *a;
    *a = *b;
    *b = old;
}

static void sift_down(int *v, int root, int n) {
    for (int child = 2 * root + 1; child < n; child = 2 * root + 1) {
        if (child + 1 < n && v[child] < v[child + 1])
            child++;
        if (v[root] >= v[child])
            return;
        exchange(&v[root], &v[child]);
        root = child;
    }
}

static void heap_sort(int *v, int n) {
    for (int i = n / 2 - 1; i >= 0; i--)
        sift_down(v, i, n);
    for (int i = n - 1; i > 0; i--) {
        exchange(&v[0], &v[i]);
        sift_down(v, 0, i);
    }
}

int main(void) {
    int v[LENGTH];
    klee_make_symbolic(v, sizeof v, "v");
    heap_sort(v, LENGTH);
    return v[0];
}
