// test: run
// Backtracking (eight queens) and a cellular automaton (the game of life).
#include <stdio.h>
#include <string.h>

static int column[8], solutions;
static int safe(int row, int col) {
    for (int r = 0; r < row; r++)
        if (column[r] == col || column[r] - col == row - r || col - column[r] == row - r) return 0;
    return 1;
}
static void place(int row) {
    if (row == 8) {
        if (solutions++ == 0)
            for (int r = 0; r < 8; r++) printf("%d", column[r]);
        return;
    }
    for (int c = 0; c < 8; c++)
        if (safe(row, c)) {
            column[row] = c;
            place(row + 1);
        }
}

enum { H = 8, W = 16 };
static void step(char (*to)[W], char (*from)[W]) {
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int n = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    n += (dx || dy) && from[(y + dy + H) % H][(x + dx + W) % W];
            to[y][x] = n == 3 || (n == 2 && from[y][x]);
        }
}

int main(void) {
    place(0);
    printf(" %d\n", solutions);
    char a[H][W] = {{0}}, b[H][W];
    a[0][1] = a[1][2] = a[2][0] = a[2][1] = a[2][2] = 1;
    for (int i = 0; i < 20; i++) {
        step(b, a);
        memcpy(a, b, sizeof a);
    }
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) putchar(".#"[(int)a[y][x]]);
        putchar('\n');
    }
    return 0;
}
