/* A cell behind a pointer: a write through another pointer may be to it, but here it is not. */
int pointer(int *p, int *q)
{
    if (p == q)
        return 0;
    *p = 1;
    *q = 2;
    if (*p == 2)
        return 1;
    return 2;
}
//@ 8 `*p == 2 is true` infeasible 4 6 7 8
//@ 4 `p == q is true` covered 4
