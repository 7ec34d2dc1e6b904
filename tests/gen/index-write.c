// test: gen
// A write at an index that a later read at another index may see.
// clew-gen: -f f --exhaustive
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
// expect-complete: true
int f(unsigned char i, unsigned char j) {
    int cells[8] = {0};
    cells[i & 7] = 5;
    cells[j & 7] += 3;
    if (cells[4] == 8)
        return 1;
    if (cells[i & 7] == 5)
        return 2;
    return 0;
}
