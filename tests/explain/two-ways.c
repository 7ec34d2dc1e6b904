/* Each way there has its own contradiction. */
int two_ways(int x, int y)
{
    int k;
    if (y)
        k = 1;
    else
        k = 2;
    if (k == 3)
        return x;
    return 0;
}
//@ 9 `k == 3 is true` infeasible 6 8 9
//@ says (one of 2 reasons)
