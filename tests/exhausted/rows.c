/* Checks of rows, permutations and sorting networks. */
static int row_ok(const int *row) {
    for (int i = 0; i < 4; i++) {
        if (row[i] < 1 || row[i] > 4) return 0;
        for (int j = 0; j < i; j++) if (row[i] == row[j]) return 0;
    }
    return 1;
}
int row_sum(int a, int b, int c, int d) {
    int row[4] = {a, b, c, d};
    if (!row_ok(row)) return -1;
    if (a + b + c + d != 10) return 1;  /* never */
    if (a * b * c * d != 24) return 2;  /* never */
    if (a == b) return 3;               /* never */
    return 0;
}
int permutation(unsigned char *p) {
    unsigned seen = 0;
    for (int i = 0; i < 5; i++) {
        if (p[i] > 4) return -1;
        if (seen >> p[i] & 1) return -2;
        seen |= 1u << p[i];
    }
    if (seen != 31) return 1;           /* never */
    if (p[0] == p[4]) return 2;         /* never */
    return 0;
}
int seen_array(const unsigned char p[4]) {
    int seen[4] = {0};
    for (int i = 0; i < 4; i++) {
        if (p[i] > 3) return -1;
        if (seen[p[i]]) return -2;
        seen[p[i]] = 1;
    }
    for (int i = 0; i < 4; i++) if (!seen[i]) return 1; /* never: 2 */
    return 0;
}
#define SWAP(i, j) if (v[i] > v[j]) { int t = v[i]; v[i] = v[j]; v[j] = t; }
int network(int a, int b, int c, int d) {
    int v[4] = {a, b, c, d};
    SWAP(0, 1) SWAP(2, 3) SWAP(0, 2) SWAP(1, 3) SWAP(1, 2)
    if (v[0] > v[1]) return 1;          /* never */
    if (v[1] > v[2]) return 2;          /* never */
    if (v[2] > v[3]) return 3;          /* never */
    return v[0];
}
int bubble(unsigned char a, unsigned char b, unsigned char c, unsigned char d) {
    unsigned char v[4] = {a, b, c, d};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3 - i; j++)
            if (v[j] > v[j + 1]) { unsigned char t = v[j]; v[j] = v[j + 1]; v[j + 1] = t; }
    for (int i = 0; i < 3; i++) if (v[i] > v[i + 1]) return 1; /* never: 2 */
    return 0;
}
int insertion(int a, int b, int c, int d) {
    int v[4] = {a, b, c, d};
    for (int i = 1; i < 4; i++) {
        int x = v[i], j = i;
        while (j > 0 && v[j - 1] > x) { v[j] = v[j - 1]; j--; }
        v[j] = x;
    }
    for (int i = 0; i < 3; i++) if (v[i] > v[i + 1]) return 1; /* never: 2 */
    return 0;
}
int rows(const unsigned char *g) {
    for (int r = 0; r < 3; r++) {
        int seen = 0;
        for (int c = 0; c < 3; c++) {
            int x = g[3 * r + c];
            if (x < 1 || x > 3) return -1;
            if (seen & 1 << x) return -2;
            seen |= 1 << x;
        }
        if (seen != 14) return 1;        /* never */
    }
    int sum = 0;
    for (int i = 0; i < 9; i++) sum += g[i];
    if (sum != 18) return 2;             /* never */
    return 0;
}
int latin(const unsigned char *g) {
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++) {
            if (g[4 * r + c] > 3) return -1;
            for (int k = 0; k < c; k++)
                if (g[4 * r + k] == g[4 * r + c]) return -2;
        }
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += g[i];
    if (sum != 6) return 1;              /* never */
    return 0;
}
