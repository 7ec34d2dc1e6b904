// test: run
// cflags: -lm
// Gaussian elimination with pivoting, determinants and an LU check in double precision.
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 6 };

static double determinant(int n, double a[n][n]) {
    double det = 1;
    for (int c = 0; c < n; c++) {
        int p = c;
        for (int r = c + 1; r < n; r++)
            if (fabs(a[r][c]) > fabs(a[p][c])) p = r;
        if (a[p][c] == 0) return 0;
        if (p != c) {
            double row[n];
            memcpy(row, a[p], sizeof row);
            memcpy(a[p], a[c], sizeof row);
            memcpy(a[c], row, sizeof row);
            det = -det;
        }
        det *= a[c][c];
        for (int r = c + 1; r < n; r++) {
            double f = a[r][c] / a[c][c];
            for (int k = c; k < n; k++) a[r][k] -= f * a[c][k];
        }
    }
    return det;
}

int main(void) {
    double a[N][N], b[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = 1.0 / (i + j + 1);
            b[i][j] = (i * 7 + j * 3) % 11 - 5;
        }
    printf("%.6e\n", determinant(N, a));
    printf("%.10g\n", determinant(N, b));
    double s[2][2] = {{1, 2}, {2, 4}};
    printf("%g\n", determinant(2, s));
    return 0;
}
