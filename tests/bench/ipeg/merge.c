// Two arrays of ten integers, merged into one of twenty. ipeg: merge
int one[10], other[10], merged[20];

void merge(void) {
    int i = 0, j = 0, k = 0;
    while (i < 10 && j < 10) {
        if (one[i] < other[j]) {
            merged[k] = one[i];
            i++;
        } else {
            merged[k] = other[j];
            j++;
        }
        k++;
    }
    while (i < 10) {
        merged[k] = one[i];
        i++;
        k++;
    }
    while (j < 10) {
        merged[k] = other[j];
        j++;
        k++;
    }
}
