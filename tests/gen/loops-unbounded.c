// test: gen
// Two loops without a bound on their lengths: the inner one needs both.
// clew-gen: -f find_product
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
int find_product(int rows, int columns) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            if (i * j == 6)
                return i;
    return -1;
}
