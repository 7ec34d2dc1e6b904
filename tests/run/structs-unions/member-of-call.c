// test: run
// Members, elements and arrays inside a struct returned by a call.
#include <stdio.h>

struct v { int a[4]; struct { char s[6]; } in; int n; };

static int calls;

static struct v make(int base) {
    calls++;
    struct v v = {{base, base + 1, base + 2, base + 3}, {"abcde"}, base * 2};
    v.in.s[0] += base;
    return v;
}

int main(void) {
    printf("%d %d\n", make(1).n, make(2).a[3]);
    printf("%s\n", make(3).in.s);
    printf("%c\n", make(4).in.s[0]);
    int i = 2;
    printf("%d\n", make(10).a[i] + make(20).a[i - 1]);
    printf("%d\n", (make(1), make(5)).n);
    printf("%d\n", (i ? make(7) : make(8)).a[0]);
    struct v v = make(6);
    printf("%d ", (v = make(9)).n);
    printf("%d\n", v.a[1]);
    printf("%zu %d\n", sizeof make(1).a, calls);
    return 0;
}
