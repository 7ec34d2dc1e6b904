// test: gen
// Insertion sort over a length parameter, with a loop that has two reasons to end.
// clew-gen: -f sort
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
void sort(int *v, int n) {
    for (int i = 1; i < n; i++) {
        int moved = v[i];
        int j = i - 1;
        while (j >= 0 && v[j] > moved) {
            v[j + 1] = v[j];
            j--;
        }
        v[j + 1] = moved;
    }
}
