// test: run
// Variable length arrays: sizes, element access, lifetime in loops.
#include <stdio.h>

static int triangle(int n) {
    int v[n + 1];
    v[0] = 0;
    for (int i = 1; i <= n; i++)
        v[i] = v[i - 1] + i;
    return v[n];
}

int main(void) {
    for (int n = 1; n < 6; n++) {
        char s[n * 2];
        printf("%zu ", sizeof s);
        for (unsigned i = 0; i < sizeof s; i++)
            s[i] = 'a' + i;
        printf("%c %d\n", s[n], triangle(n * 10));
    }
    int rows = 3, cols = 5;
    int m[rows][cols];
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            m[i][j] = i * 10 + j;
    rows = cols = 100;
    printf("%zu %zu %d\n", sizeof m, sizeof m[0], m[2][4]);
    int(*p)[5] = m;
    printf("%d\n", p[1][3]);
    double fixed_then_var[2][triangle(2)];
    printf("%zu\n", sizeof fixed_then_var / sizeof fixed_then_var[0]);
    return 0;
}
