/* The element that was written is the one that is read. */
int array(unsigned i, int v)
{
    int a[4] = {0, 0, 0, 0};
    int b[4] = {1, 2, 3, 4};
    if (i >= 4)
        return 0;
    a[i] = 5;
    b[3] = v;
    if (a[i] != 5)
        return 1;
    return b[0];
}
//@ 10 `a[i] != 5 is true` infeasible 8 10
