/* What was followed is not null. */
int checked(int *p, int n)
{
    int v = *p;
    if (n > 3)
        v++;
    if (p == 0)
        return -1;
    return v;
}
//@ 7 `p == 0 is true` infeasible 4 7
