// test: run
// The conditional with omitted middle operand evaluates its condition once.
#include <stdio.h>

static int calls;
static int f(int x) { calls++; return x; }

int main(void) {
    printf("%d ", f(5) ?: 7);
    printf("%d ", f(0) ?: 7);
    printf("%d ", f(0) ?: f(0) ?: 9);
    printf("%d\n", calls);
    char *s = NULL, *t = "set";
    printf("%s %s\n", s ?: "default", t ?: "default");
    printf("%g %g\n", 0.0 ?: 1.5, 2 ?: 1.5);
    int i = 0;
    printf("%d ", i++ ?: 10);
    printf("%d\n", i);
    printf("%d\n", (i - 1 ?: -1u) > 0);
    unsigned char c = 0;
    printf("%zu %d\n", sizeof(c ?: 1l), (c ?: 'x') == 'x');
    struct { int v; } n = {3}, *p = 0;
    printf("%d\n", (p ?: &n)->v);
    return 0;
}
