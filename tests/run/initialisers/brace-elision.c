// test: run
// Initialisers without inner braces, partly braced, with trailing commas and scalars in braces.
#include <stdio.h>

struct in { int a, b; };
struct out { struct in i[2]; int c; char s[4]; };

int main(void) {
    int m[2][3] = {1, 2, 3, 4};
    struct out o = {1, 2, {3}, 5, "xy"};
    struct out arr[2] = {1, 2, 3, 4, 5, 'a', 'b', 0, 0, {{{6, 7}}, 8}};
    int scalar = {9};
    double d = {
        2.5,
    };
    printf("%d %d %d %d %d %d\n", m[0][0], m[0][1], m[0][2], m[1][0], m[1][1], m[1][2]);
    printf("%d %d %d %d %d %s\n", o.i[0].a, o.i[0].b, o.i[1].a, o.i[1].b, o.c, o.s);
    printf("%d %s %d %d %d %d\n", arr[0].c, arr[0].s, arr[1].i[0].b, arr[1].i[1].a, arr[1].c, arr[1].s[0]);
    printf("%d %g\n", scalar, d);
    int cube[2][2][2] = {{1, 2, 3}, {{4}, {5}}};
    for (int i = 0; i < 8; i++)
        printf("%d ", ((int *)cube)[i]);
    printf("\n");
    struct { int n; union { int i; char c[4]; } u; int t; } x = {1, 0x4142, 3}, y = {1, {.c = "zz"}, 4};
    printf("%c %d %s %d\n", x.u.c[0], x.t, y.u.c, y.t);
    struct in zero = {0}, empty = {};
    printf("%d %d %d %d\n", zero.a, zero.b, empty.a, empty.b);
    struct in copied[2] = {zero, {1, 2}};
    printf("%d %d\n", copied[0].a, copied[1].b);
    return 0;
}
