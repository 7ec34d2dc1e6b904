// test: gen
// The bounds of a part of an array, both included: the upper one is no length.
// clew-gen: -f partition
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
int partition(int v[], int low, int high) {
    int pivot = v[high];
    int i = low - 1;
    for (int j = low; j < high; j++) {
        if (v[j] <= pivot) {
            i++;
            int kept = v[i];
            v[i] = v[j];
            v[j] = kept;
        }
    }
    int kept = v[i + 1];
    v[i + 1] = v[high];
    v[high] = kept;
    return i + 1;
}
