// test: gen
// A typedef may hide that a parameter leads to a constant: a stub writes nothing there. A function
// that casts the `const` away may, since the objects are none.
// clew-gen: -f fo
// expect-total: branch 4
// expect-covered: branch 2
// expect-infeasible: branch 0
typedef const struct item frozen;
struct item {
    int a;
};

int look(frozen *one);
int look_at(const int numbers[], int (*read)(char *text, int number));

int fo(void)
{
    struct item i = {0};
    int n = 7;
    look(&i);
    look_at(&n, 0);
    if (i.a == 42)
        return 1;
    if (n != 7)
        return 2;
    return 0;
}
