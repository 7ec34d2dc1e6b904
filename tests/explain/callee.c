/* What a function returns decides. */
static int clamp(int v)
{
    if (v > 100)
        return 100;
    return v;
}
int callee(int v, int w)
{
    int c = clamp(v);
    int d = w + 1;
    if (c > 100)
        return d;
    return 0;
}
//@ 12 `c > 100 is true` infeasible 4 5 6 10 12
//@ says c <= 100
