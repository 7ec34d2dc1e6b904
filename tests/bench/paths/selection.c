// test: paths
// Selection sort of six ints: more paths than orders, because how often the minimum
// changes while it is looked for is part of a path.
// clew-gen: --entry main --exhaustive
// expect-paths: 1359
void klee_make_symbolic(void *, unsigned long, const char *);

enum { LENGTH = 6 };

static void selection_sort(int *v, int n) {
    for (int i = 0; i < n - 1; i++) {
        int smallest = i;
        for (int j = i + 1; j < n; j++)
            if (v[j] < v[smallest])
                smallest = j;
        int exchanged = v[i];
        v[i] = v[smallest];
        v[smallest] = exchanged;
    }
}

int main(void) {
    int v[LENGTH];
    klee_make_symbolic(v, sizeof v, "v");
    selection_sort(v, LENGTH);
    return v[0];
}
