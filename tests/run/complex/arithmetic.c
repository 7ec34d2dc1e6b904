// test: run
// cflags: -lm
// _Complex arithmetic, parts, conjugate, comparison, passing.
#include <complex.h>
#include <stdio.h>

static double complex square(double complex z) { return z * z; }
struct s { float complex f; };

int main(void) {
    double complex a = 1 + 2 * I, b = 3 - I;
    double complex c = a * b, d = a + b - 1, q = (4 + 2 * I) / 2;
    printf("%g %g\n", creal(c), cimag(c));
    printf("%g %g\n", creal(d), cimag(d));
    printf("%g %g\n", creal(q), cimag(q));
    printf("%g %g\n", creal(square(a)), cimag(square(a)));
    printf("%d %d\n", a == 1 + 2 * I, a != b);
    printf("%g %g\n", __real__ a, __imag__ b);
    __real__ a = 10;
    printf("%g %g\n", creal(conj(a)), cimag(conj(a)));
    printf("%g\n", cabs(3 + 4 * I));
    printf("%zu %zu\n", sizeof(double complex), sizeof(float complex));
    struct s s = {1.5f + 0.5f * I};
    printf("%g %g\n", crealf(s.f), cimagf(s.f));
    printf("%g\n", (double)(a + b));
    return 0;
}
