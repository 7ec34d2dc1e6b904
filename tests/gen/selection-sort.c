// test: gen
// Selection sort of five numbers, with a useless exchange avoided.
// clew-gen: -f sort
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
void sort(int v[5]) {
    for (int i = 0; i < 4; i++) {
        int smallest = i;
        for (int j = i + 1; j < 5; j++)
            if (v[j] < v[smallest])
                smallest = j;
        if (smallest != i) {
            int exchanged = v[i];
            v[i] = v[smallest];
            v[smallest] = exchanged;
        }
    }
}
