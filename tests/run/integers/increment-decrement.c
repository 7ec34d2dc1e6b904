// test: run
// Prefix and postfix ++/-- on every kind of lvalue, and their values.
#include <stdio.h>

int main(void) {
    int i = 5, a[4] = {1, 2, 3, 4}, *p = a;
    printf("%d ", i++);
    printf("%d ", i);
    printf("%d ", ++i);
    printf("%d ", i--);
    printf("%d\n", --i);
    printf("%d ", *p++);
    printf("%d ", *++p);
    printf("%d ", (*p)++);
    printf("%d ", *p);
    printf("%d ", ++*p);
    printf("%d\n", *--p);
    printf("%d %d %d %d %td\n", a[0], a[1], a[2], a[3], p - a);
    unsigned char c = 255;
    printf("%d ", c++);
    printf("%d ", c--);
    printf("%d\n", c);
    signed char s = 127;
    s++;
    printf("%d\n", s);
    s--;
    printf("%d\n", s);
    double d = 0.5;
    printf("%g ", d++);
    printf("%g ", --d);
    printf("%g\n", d);
    struct { unsigned b : 3; int s : 4; } f = {7, -8};
    printf("%d ", f.b++);
    printf("%d ", f.b);
    printf("%d ", --f.b);
    printf("%d ", ++f.s);
    printf("%d\n", f.s);
    long *q = 0;
    long arr[3] = {10, 20, 30};
    q = &arr[2];
    printf("%ld ", *q--);
    printf("%td\n", q - arr);
    return 0;
}
