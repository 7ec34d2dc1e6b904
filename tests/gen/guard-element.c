// test: gen
// A guard behind the last element: out of bounds where the array has the length that is passed.
// clew-gen: -f longest_run
// expect-total: branch 10
// expect-finding: out-of-bounds 10
int longest_run(int *values, int count) {
    int best = 0, length = 1;
    if (count < 1 || count > 4)
        return -1;
    values[count] = ~values[count - 1]; //~ out-of-bounds
    for (int i = 0; i < count; i++) {
        if (values[i] == values[i + 1]) {
            length++;
            continue;
        }
        best = length > best ? length : best;
        length = 1;
    }
    return best;
}
