/* Figure 1 of the paper on infeasible path generalization, with the branch it speaks of. */
int factorial(int x)
{
    int abs = x;
    int i = 2;
    int res = 1;
    if (abs >= 0 && i <= abs) {
        res = res * i;
        if (x < 1)
            res = 0;
    }
    return res;
}
//@ 9 `x < 1 is true` infeasible 4 5 7 9
//@ says x >= 2
