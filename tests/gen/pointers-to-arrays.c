// test: gen
// Parameters that are arrays of arrays or point to arrays, and one that a function returns.
// compilers: all
// expect-total: branch 22
// expect-covered: branch 22
int row(int (*p)[4], int n) {
    if (!p)
        return 0;
    if (p[0][3] == 8)
        return 1;
    return n > 1;
}

int whole(const int (*p)[2][3]) {
    if (p && (*p)[1][2] == 4)
        return 1;
    return 0;
}

int qualified(const volatile int m[restrict static 2]) {
    return m[1] == 3 ? 1 : 0;
}

int grid(int m[3][4], int r, int c) {
    if (r < 0 || r >= 3 || c < 0 || c >= 4)
        return -1;
    return m[r][c] == 9 ? 1 : 0;
}

int (*back(int (*p)[4], int x))[4] {
    if (x > 3)
        return p;
    return 0;
}
