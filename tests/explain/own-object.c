/* A pointer of the caller does not lead into the function's own variables. */
static void touch(int *p)
{
    *p = 4;
}
int own_object(int *q, int n)
{
    int own;
    touch(&own);
    *q = n;
    if (own != 4)
        return 1;
    return 0;
}
//@ 11 `own != 4 is true` infeasible 4 6 9 10 11
//@ says the caller's pointers
