// test: gen
// A two-dimensional array parameter.
// clew-gen: -f winner
// expect-total: branch 14
// expect-covered: branch 14
// expect-infeasible: branch 0
int winner(const unsigned char board[3][3]) {
    for (int i = 0; i < 3; i++) {
        if (board[i][0] != 0 && board[i][0] == board[i][1] && board[i][1] == board[i][2])
            return board[i][0];
        if (board[0][i] != 0 && board[0][i] == board[1][i] && board[1][i] == board[2][i])
            return board[0][i];
    }
    return 0;
}
