/* A global that a function sets. */
static int mode;
static void set(int v)
{
    mode = v;
}
int global(int x)
{
    set(4);
    if (mode == 5)
        return x;
    return 0;
}
//@ 10 `mode == 5 is true` infeasible 5 9 10
//@ says mode is 4
