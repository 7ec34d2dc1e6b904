// test: gen
// A loop made of goto, and a jump out of two loops.
// clew-gen: -f f
// expect-total: branch 12
// expect-covered: branch 12
// expect-infeasible: branch 0
int f(unsigned n) {
    int rounds = 0;
again:
    if (n > 1 && rounds < 10) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        rounds++;
        goto again;
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (i * 3 + j == rounds)
                goto found;
    return -1;
found:
    return rounds;
}
