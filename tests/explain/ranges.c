/* No value of the type makes it true. */
int ranges(unsigned char c, int n)
{
    if (n > 2 && c > 300)
        return 1;
    return 0;
}
//@ 4 `c > 300 is true` infeasible 4
//@ says false for all values
