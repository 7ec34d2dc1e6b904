// test: run
// sanitizers: skip
// Cast to a union, transparent unions, and initialising from a union cast.
#include <stdio.h>

union number { int i; double d; };
typedef union { int *ip; long *lp; } any __attribute__((transparent_union));

static double show(union number n, int real) { return real ? n.d : n.i; }
static long first(any a, int is_long) { return is_long ? *a.lp : *a.ip; }

int main(void) {
    printf("%g %g\n", show((union number)5, 0), show((union number)2.5, 1));
    int i = 7;
    long l = 1l << 40;
    printf("%ld %ld\n", first(&i, 0), first(&l, 1));
    union number n = (union number)9;
    printf("%d\n", n.i);
    return 0;
}
