// test: gen
// Binary search in an array whose length is a parameter.
// clew-gen: -f find
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
int find(const int *v, int n, int wanted) {
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
