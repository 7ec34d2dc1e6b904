// test: run
// cflags: -lm
// Complex numbers in arrays and structs, through pointers, with real operands and as conditions.
#include <complex.h>
#include <stdio.h>

struct s { int n; double complex z; };
static double complex table[2] = {1 + 1 * I, -2};

static void scale(double complex *z, double k) { *z *= k; }
static float complex narrow(double complex z) { return z; }

int main(void) {
    struct s s = {3, 2 - 3 * I};
    scale(&s.z, 2);
    printf("%g %g\n", creal(s.z), cimag(s.z));
    s.z += table[0] + 1;
    printf("%g %g\n", creal(s.z), cimag(s.z));
    float complex f = narrow(0.1);
    printf("%.9g\n", crealf(f));
    printf("%d %d\n", table[0] ? 1 : 0, (0 * I) ? 1 : 0);
    double *parts = (double *)&table[0];
    parts[1] = 9;
    printf("%g\n", cimag(table[0]));
    int i = table[1];
    printf("%d\n", i);
    return 0;
}
