/* What is counted is at most how far one is: that nothing overflows is not told. */
int sum(const unsigned char *p, int n)
{
    int total = 0, pairs = 0;
    if (n > 100)
        return -1;
    for (int i = 0; i < n; i++) {
        total += p[i];
        if (p[i] == 255)
            pairs++;
    }
    if (total < 0)
        return -2;
    if (pairs > 100)
        return -3;
    return total;
}
//@ 14 `pairs > 100 is true` infeasible 4 5 7 10 14
//@ says pairs <= i
//@ hides 2147483
