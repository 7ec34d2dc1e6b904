// test: gen
// A saddle point: smallest of its row and largest of its column.
// clew-gen: -f has_saddle
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
int has_saddle(const short m[2][3]) {
    for (int r = 0; r < 2; r++) {
        int best = 0;
        for (int c = 1; c < 3; c++)
            if (m[r][c] < m[r][best])
                best = c;
        if (m[r][best] > m[1 - r][best])
            return r + 1;
    }
    return 0;
}
