// test: run
// Complicated declarators: pointers to arrays of function pointers, functions returning them, typedef chains.
#include <stdio.h>

typedef int number, *pointer, row[3];
typedef row grid[2];
typedef int unary(number);
typedef unary *handler, *handlers[2];

static int inc(int x) { return x + 1; }
static int dec(int x) { return x - 1; }
static int (*pair[2])(int) = {inc, dec};
static int (*(*pairs(void))[2])(int) { return &pair; }
static int (*choose(int k))(int) { return pair[k]; }
static int data[4] = {10, 20, 30, 40};
static int (*window(int at))[2] { return (int(*)[2])(data + at); }
static row *rows(grid g) { return g; }
static unary negate;
static int negate(int x) { return -x; }

int main(void) {
    printf("%d %d\n", (*pairs())[0](5), (*(*pairs())[1])(5));
    printf("%d\n", choose(1)(choose(0)(7)));
    printf("%d %d\n", (*window(1))[0], (*window(2))[1]);
    grid g = {{1, 2, 3}, {4, 5, 6}};
    printf("%d %zu %zu\n", rows(g)[1][2], sizeof g, sizeof(grid));
    handlers hs = {inc, negate};
    handler h = hs[1];
    printf("%d\n", h(hs[0](1)));
    const pointer cp = data;
    *cp = 11;
    const char *const *const names = (const char *const[]){"a", "b"};
    printf("%d %s\n", data[0], names[1]);
    int *(*fp)(int *) = 0, **pp = &(int *){data};
    printf("%d %d\n", fp == 0, **pp);
    unsigned long int long ull = 5;
    long unsigned lu = 6;
    short int signed ss = -1;
    printf("%llu %lu %d\n", ull, lu, ss);
    int a, *b = &a, c[2], (*d)(int) = inc, *e[2] = {&a, b};
    a = 3;
    c[1] = d(*e[1]);
    printf("%d\n", c[1]);
    char (*s)[6] = &"hello";
    printf("%s %zu\n", *s, sizeof *s);
    return 0;
}
