// test: gen
// Definitions without prototypes, and a function that is declared without one.
// compilers: all
// expect-total: branch 10
// expect-covered: branch 10
char *name();

int old(a, b, c, f) int a;
char b;
short *c;
float f;
{
    if (a > b)
        return 1;
    if (c && *c == 3)
        return 2;
    return 0;
}

int asks(x) int x;
{
    if (x > 3 && name(x, 3))
        return 1;
    return 0;
}
