// test: run
// std: may-be-unsupported long-double
// long double in structs, arrays, parameters, varargs and printf %Lf.
#include <stdarg.h>
#include <stdio.h>

struct s { char c; long double v; };
static long double table[3] = {1.5L, -2.5L, 1e-4000L};

static long double add(int n, long double a, double b) { return n + a + b; }
static long double sum(int n, ...) {
    va_list ap;
    va_start(ap, n);
    long double s = 0;
    while (n--)
        s += va_arg(ap, long double);
    va_end(ap);
    return s;
}

int main(void) {
    struct s s = {'x', 3.25L};
    printf("%zu %Lg %Lf\n", sizeof s, s.v, table[1]);
    printf("%.3Lf %10.2Lf|%-10.1Le|\n", add(1, 2.5L, 0.25), s.v, s.v);
    printf("%Lg\n", sum(3, 1.0L, 2.0L, 0.5L));
    printf("%d\n", table[2] > 0);
    return 0;
}
