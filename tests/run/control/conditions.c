// test: run
// Conditions of every type: pointers, floats, chars, assignments, calls, negations, nested logic.
#include <stdio.h>
#include <string.h>

static int f(int x) { return x - 3; }

int main(void) {
    int x = 0;
    double d = 0.0;
    char c = 0, *s = "", *null = 0;
    printf("%d", x ? 1 : 0);
    printf("%d", d ? 1 : 0);
    printf("%d", c ? 1 : 0);
    printf("%d", s ? 1 : 0);
    printf("%d", *s ? 1 : 0);
    printf("%d\n", null ? 1 : 0);
    if (x = f(3)) printf("bad\n");
    if ((x = f(4))) printf("assigned %d\n", x);
    if (!(x = 0) && !!1) printf("negated\n");
    if (f) printf("function\n");
    if ("text") printf("literal\n");
    if (!strcmp("a", "a")) printf("equal\n");
    unsigned long big = 1ul << 40;
    if (big) printf("big\n");
    if (!(int)big) printf("truncated\n");
    int a = 3, b = 5;
    if ((a > 2 && b > 2) || (a < 0 && b < 0)) printf("1\n");
    if (!(a > 2 && b > 6) && !(a == b || a > b)) printf("2\n");
    if ((a > 2) == (b > 2)) printf("3\n");
    if ((a > 2) + (b > 2) + (a > 4) == 2) printf("4\n");
    if (a & 1 && b & 4 && !(a & 4)) printf("5\n");
    int r = !a || !b ? 1 : a && b ? 2 : 3;
    printf("%d\n", r);
    int m = (a < b) ? (a > 0 ? a : -a) : (b > 0 ? b : -b);
    printf("%d %d\n", m, a < b && b < 10 || a > 10);
    for (int i = 10; i && i != 7; i--) printf("%d ", i);
    do { x++; } while (x < 3 && !(x == 2));
    printf("%d\n", x);
    return 0;
}
