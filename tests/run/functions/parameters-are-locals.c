// test: run
// Parameters can be modified, have their address taken, and are fresh in each call.
#include <stdio.h>

static int count_down(int n) {
    int *p = &n;
    while (--*p > 0)
        ;
    return n;
}
static int gcd(int a, int b) {
    while (b) {
        int t = a % b;
        a = b;
        b = t;
    }
    return a;
}
static char *end_of(char *s) {
    while (*s)
        s++;
    return s;
}
static int nested(int n) {
    int here = n;
    if (n > 0)
        n = nested(n - 1);
    return here * 10 + n;
}
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static void nothing(void) { return; }
static void pass(void) { return nothing(); }

int main(void) {
    int n = 5;
    printf("%d %d\n", count_down(n), n);
    printf("%d\n", gcd(84, 132));
    char s[] = "text";
    printf("%td %s\n", end_of(s) - s, s);
    printf("%d\n", nested(4));
    int a = 1, b = 2;
    swap(&a, &b);
    printf("%d %d\n", a, b);
    swap(&a, &a);
    pass();
    printf("%d\n", a);
    return 0;
}
