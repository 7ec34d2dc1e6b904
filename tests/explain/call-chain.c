/* Arguments and results of several calls. */
static int half(int v)
{
    return v / 2;
}
static int limit(int v)
{
    if (v < 0)
        return 0;
    if (v > 20)
        return 20;
    return v;
}
int call_chain(int v)
{
    int h = half(limit(v));
    if (h > 10)
        return 1;
    return 0;
}
//@ 17 `h > 10 is true` infeasible 4 9 10 11 12 16 17
