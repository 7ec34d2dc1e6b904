// test: gen
// A matrix in one array whose length is a product of parameters: no access of it is out of bounds.
// clew-gen: -f find_row --no-null
// expect-total: branch 6
// expect-covered: branch 6
// expect-no-finding
int find_row(const int *m, int rows, int columns, int key)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            if (m[i * columns + j] == key)
                return i;
    return -1;
}
