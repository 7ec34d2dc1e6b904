// test: run
// Typedefs of variable length, pointers to such arrays, heap arrays of variable rows.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int n = 4;
    typedef int row[n];
    n = 9;
    row a, b[2];
    printf("%zu %zu\n", sizeof a, sizeof b);
    for (int i = 0; i < 4; i++)
        a[i] = b[1][i] = i + 1;
    row *p = &b[1];
    printf("%d %d\n", (*p)[3], p[0][2]);
    int rows = 3, cols = 7;
    int(*m)[cols] = malloc(rows * sizeof *m);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            m[i][j] = i * cols + j;
    int(*q)[cols] = m + 2;
    printf("%d %td %zu\n", (*q)[6], q - m, sizeof *q);
    int(*one)[rows][cols] = (int(*)[rows][cols])m;
    printf("%d\n", (*one)[1][1]);
    __typeof__(a) c;
    c[0] = 5;
    printf("%zu %d\n", sizeof c, c[0]);
    free(m);
    return 0;
}
