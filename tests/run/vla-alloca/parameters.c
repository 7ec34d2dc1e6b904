// test: run
// Parameters of variably modified type: rows and columns given by other parameters.
#include <stdio.h>

static long trace(int n, int a[n][n]) {
    long t = 0;
    for (int i = 0; i < n; i++)
        t += a[i][i];
    return t;
}

static void multiply(int n, int m, int k, double a[n][m], double b[m][k], double c[n][k]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++) {
            c[i][j] = 0;
            for (int l = 0; l < m; l++)
                c[i][j] += a[i][l] * b[l][j];
        }
}

static int last(int rows, int cols, int (*a)[cols]) { return a[rows - 1][cols - 1]; }
static int star(int n, int a[*]);
static int star(int n, int a[n]) { return a[n - 1]; }

int main(void) {
    int a[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    printf("%ld %d\n", trace(3, a), last(3, 3, a));
    double x[2][3] = {{1, 2, 3}, {4, 5, 6}}, y[3][2] = {{1, 0}, {0, 1}, {2, 2}}, z[2][2];
    multiply(2, 3, 2, x, y, z);
    printf("%g %g %g %g\n", z[0][0], z[0][1], z[1][0], z[1][1]);
    int n = 4, v[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            v[i][j] = i ^ j;
    printf("%ld %d\n", trace(n, v), last(n, n, v));
    printf("%d\n", star(4, v[2]));
    return 0;
}
