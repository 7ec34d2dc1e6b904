// test: run
// __int128 in structs, arrays, unions, parameters, results, varargs and static data.
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

typedef __int128 i128;
struct s { char c; i128 v; int t; };
static i128 table[] = {1, -1, (i128)1 << 100};
static struct s global = {'x', ((i128)5 << 64) + 7, 3};

static i128 add(i128 a, int pad, i128 b) { return a + pad + b; }
static void show(const char *n, i128 v) { printf("%s %lx:%lx\n", n, (unsigned long)(v >> 64), (unsigned long)v); }
static i128 sum(int n, ...) {
    va_list ap;
    va_start(ap, n);
    i128 s = 0;
    while (n--)
        s += va_arg(ap, i128);
    va_end(ap);
    return s;
}

int main(void) {
    printf("%zu %zu\n", sizeof(struct s), offsetof(struct s, v));
    for (int i = 0; i < 3; i++)
        show("table", table[i]);
    show("global", global.v);
    show("add", add(table[2], 5, -6));
    show("sum", sum(2, table[1], table[2]));
    union { i128 v; unsigned long w[2]; } u = {.v = -2};
    printf("%lx %lx\n", u.w[0], u.w[1]);
    i128 x = 10;
    x <<= 70;
    x |= 3;
    show("x", x);
    show("cond", x > 0 ? x : -x);
    show("narrow", (long)x);
    show("extend", (i128)(int)-5);
    show("zero", (i128)(unsigned)-5);
    switch ((int)(x >> 70)) {
    case 10: printf("ten\n");
    }
    i128 r;
    printf("%d\n", __builtin_mul_overflow(x, x, &r));
    printf("%d %d\n", !x, x && 1);
    return 0;
}
