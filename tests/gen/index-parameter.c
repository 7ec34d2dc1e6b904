// test: gen
// The index is a parameter and part of the value compared: the length is the other one.
// clew-gen: -f is_marked
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
int is_marked(const int *table, unsigned index, unsigned count) {
    if (index >= count)
        return -1;
    if (table[index] == (int)index * 3 + 1)
        return 1;
    return 0;
}
