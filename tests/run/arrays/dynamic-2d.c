// test: run
// Heap matrices: array of row pointers, one block with computed index, jagged rows.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int rows = 4, cols = 5;
    int **m = malloc(rows * sizeof *m);
    for (int i = 0; i < rows; i++) {
        m[i] = calloc(cols, sizeof **m);
        for (int j = 0; j < cols; j++)
            m[i][j] = i - j;
    }
    int *t = m[0];
    m[0] = m[3];
    m[3] = t;
    printf("%d %d\n", m[0][1], m[3][1]);
    int *flat = malloc(rows * cols * sizeof *flat);
    for (int i = 0; i < rows * cols; i++)
        flat[i] = m[i / cols][i % cols];
    printf("%d %d\n", flat[0], flat[rows * cols - 1]);
    char **words = malloc(3 * sizeof *words);
    for (int i = 0; i < 3; i++) {
        words[i] = malloc(i + 2);
        for (int j = 0; j <= i; j++)
            words[i][j] = 'a' + j;
        words[i][i + 1] = 0;
    }
    for (char **w = words; w < words + 3; w++)
        printf("%s ", *w);
    printf("\n");
    int sum = 0;
    for (int i = 0; i < rows; i++)
        for (int *p = m[i]; p < m[i] + cols; p++)
            sum += *p * (i + 1);
    printf("%d\n", sum);
    for (int i = 0; i < rows; i++) free(m[i]);
    for (int i = 0; i < 3; i++) free(words[i]);
    free(m);
    free(flat);
    free(words);
    return 0;
}
