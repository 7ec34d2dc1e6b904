// test: run
// An assignment's value is that of the left operand after conversion.
#include <stdio.h>

int main(void) {
    int i;
    char c;
    unsigned char u;
    double d;
    float f;
    printf("%d\n", i = 3.9);
    printf("%d\n", c = 300);
    printf("%d\n", u = -1);
    printf("%d\n", (i = c = 511));
    printf("%g\n", d = i = 2.75);
    printf("%d\n", (f = 0.1) == 0.1);
    i = u = 256 + 7;
    printf("%d\n", i);
    long l;
    unsigned w;
    l = w = -1;
    printf("%ld\n", l);
    l = i = 4294967297;
    printf("%ld\n", l);
    struct { signed b : 3; } s;
    printf("%d\n", s.b = 5);
    _Bool t;
    printf("%d\n", t = 8);
    int *p, x = 4;
    printf("%d\n", *(p = &x));
    int a[3], n = 0;
    a[0] = a[1] = a[2] = ++n;
    printf("%d %d %d\n", a[0], a[1], a[2]);
    while ((c = "xyz"[n++]) != 0)
        putchar(c);
    putchar('\n');
    return 0;
}
