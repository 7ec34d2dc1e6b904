// test: gen
// A matrix in one array, and arrays of variable length as parameters: rows times columns.
// clew-gen: -f saddle
// expect-total: branch 16
// expect-covered: branch 16
static int least(const int *m, int rows, int columns, int row)
{
    int best = m[row * columns];
    for (int i = 1; i < columns; i++)
        if (m[row * columns + i] < best)
            best = m[row * columns + i];
    return rows > row ? best : 0;
}

int saddle(int rows, int columns, int m[rows][columns])
{
    if (rows < 2 || columns < 2)
        return -1;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            int is_most = 1;
            for (int k = 0; k < rows; k++)
                if (m[k][j] > m[i][j])
                    is_most = 0;
            if (is_most && least(&m[0][0], rows, columns, i) == m[i][j])
                return i * columns + j;
        }
    return -2;
}
