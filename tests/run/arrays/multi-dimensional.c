// test: run
// Arrays of rank two and three: indexing, row pointers, pointers to arrays, sizes.
#include <stdio.h>

static int sum_rows(int rows, int m[][4]) {
    int s = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < 4; j++)
            s += (i + 1) * m[i][j];
    return s;
}

int main(void) {
    int a[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    int(*row)[4] = a;
    printf("%d %d %d\n", row[1][2], (*(a + 2))[3], *(*(a + 1) + 1));
    printf("%zu %zu %zu\n", sizeof a, sizeof a[0], sizeof a[0][0]);
    row++;
    printf("%d %td\n", (*row)[0], row - a);
    printf("%d\n", sum_rows(3, a));
    char c[2][3][4];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++)
                c[i][j][k] = i * 12 + j * 4 + k;
    char(*plane)[3][4] = &c[1];
    printf("%d %d\n", (*plane)[2][3], plane[-1][0][1]);
    char *flat = &c[0][0][0];
    int s = 0;
    for (unsigned i = 0; i < sizeof c; i++)
        s += flat[i];
    printf("%d\n", s);
    int(*whole)[3][4] = &a;
    printf("%d %zu\n", (*whole)[2][0], sizeof *whole);
    printf("%d\n", (char *)(whole + 1) - (char *)whole == sizeof a);
    int *rows[3] = {a[2], a[0], a[1]};
    printf("%d %d\n", rows[0][1], rows[1][1]);
    return 0;
}
