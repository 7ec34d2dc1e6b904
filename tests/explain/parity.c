/* Twice anything is even. */
int parity(unsigned x, unsigned y)
{
    unsigned t = x * 2;
    unsigned u = y + t;
    if (t & 1)
        return (int)u;
    return 0;
}
//@ 6 `t & 1 is true` infeasible 4 6
