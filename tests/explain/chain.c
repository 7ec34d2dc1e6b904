/* Values go through assignments; one of them does not matter. */
int chain(int x, int z)
{
    int a = x & 15;
    int b = a + 1;
    int c = b * z;
    if (b > 16)
        return c;
    return 0;
}
//@ 7 `b > 16 is true` infeasible 4 5 7
//@ says b is 1 to 16
