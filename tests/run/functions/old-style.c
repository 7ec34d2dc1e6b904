// test: run
// cflags: -std=gnu11
// K&R definitions and calls without prototype: default argument promotions.
#include <stdio.h>

int add(a, b) int a, b; { return a + b; }
double mix(c, f, s) char c; float f; short s; { return c + f * s; }
int length(s) char *s; { int n = 0; while (*s++) n++; return n; }
int none() { return 7; }
int unprototyped();

int main(void) {
    printf("%d\n", add(2, 3));
    printf("%g\n", mix('a', 2.5, 4));
    float f = 1.5f;
    char c = 1;
    short s = -2;
    printf("%g\n", mix(c, f, s));
    printf("%d %d\n", length("hello"), none());
    printf("%d\n", unprototyped(1, 2, 3));
    int (*p)() = add;
    printf("%d\n", p(40, 2));
    return 0;
}

int unprototyped(a, b, c) int c, a, b; { return a * 100 + b * 10 + c; }
