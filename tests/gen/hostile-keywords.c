// test: gen
// Macros that change keywords: the tests mean the keywords themselves.
// compilers: all
// expect-total: branch 4
// expect-covered: branch 4
#define int long
#define if(x) if ((x) != 0)
#define static
#define const
#define sizeof (long)sizeof
#define void char
int pick(int a, int b) {
    if (a > 5000000000)
        return 1;
    if (b < 3)
        return (int)sizeof(a);
    return 2;
}
