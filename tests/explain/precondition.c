/* Callers keep to the precondition. */
int clew_pre_precondition(int n, int m)
{
    return n > 0;
}
int precondition(int n, int m)
{
    if (m == 7)
        m = 8;
    if (n <= 0)
        return -1;
    return m;
}
//@ 10 `n <= 0 is true` infeasible 4 10
//@ says precondition clew_pre_precondition
