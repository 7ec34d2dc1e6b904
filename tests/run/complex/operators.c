// test: run
// cflags: -lm
// Every operator on complex numbers of each type, with complex and real operands, and as conditions.
#include <stdio.h>

#define SHOW(z) printf("%.17g %.17g\n", (double)__real__(z), (double)__imag__(z))

#define OPERATORS(name, type, real) \
static void name(type a, type b, real r) \
{ \
    type z; \
    SHOW(a + b); SHOW(a - b); SHOW(a * b); SHOW(a / b); \
    SHOW(a + r); SHOW(a - r); SHOW(a * r); SHOW(a / r); \
    SHOW(r + a); SHOW(r - a); SHOW(r * a); SHOW(r / a); \
    SHOW(-a); SHOW(~a); SHOW(+a); \
    z = a; z += b; SHOW(z); z -= r; SHOW(z); z *= b; SHOW(z); z /= r; SHOW(z); z *= r; z /= b; SHOW(z); \
    type t; z = a; t = z++; SHOW(t); SHOW(z); t = --z; SHOW(t); t = z--; SHOW(t); t = ++z; SHOW(t); \
    printf("%d %d %d %d %d %d\n", a == b, a != b, a == a, a != a, a == r, r != a); \
    printf("%d %d %d\n", !a, !!a, a ? 1 : 0); \
    z = a - a; \
    printf("%d %d %d %d\n", !z, z || b, z && b, z ? 3 : 4); \
    if (z) printf("not zero\n"); else printf("zero\n"); \
    __imag__ z = 1; \
    if (z) printf("not zero\n"); else printf("zero\n"); \
    while (z) { __imag__ z -= 1; printf("once\n"); } \
    (void)z; \
}

OPERATORS(doubles, _Complex double, double)
OPERATORS(floats, _Complex float, float)
OPERATORS(longs, _Complex long double, long double)

/* Expressions that evaluate their operands once, in order. */
static int calls;
static _Complex double next(void) { calls++; return calls + 2.0i * calls; }

int main(void)
{
    doubles(1.5 + 2.25i, -0.5 + 4i, 3);
    doubles(1e300 + 1e-300i, 3e-200 + 7e200i, 1e10);
    doubles(-7.125, 0.1 - 0.3i, -0.7);
    doubles(3i, 1e-310 + 5e-324i, 2);
    floats(1.5f + 2.25fi, -0.1f + 4.7fi, 3);
    floats(1e30f + 1e-30fi, 3e-20f + 7e20fi, 1e10f);
    longs(1.5L + 2.25Li, -0.1L + 4.7Li, 3);
    _Complex double z = next() * next();
    SHOW(z);
    z = next(), next();
    SHOW(z);
    z += next();
    SHOW(z);
    printf("%d\n", calls);
    _Complex double table[3] = {1, 2i, 3 + 4i};
    int i = 0;
    table[i++] *= 2i;
    SHOW(table[0]);
    printf("%d\n", i);
    _Complex double *p = table;
    *p++ = 1i;
    printf("%d\n", (int)(p - table));
    __real__ table[2] += 10;
    __imag__ *(&table[2]) = __real__ table[2] * 2;
    SHOW(table[2]);
    double *part = &__imag__ table[1];
    *part = 9;
    SHOW(table[1]);
    printf("%g %g\n", __real__ 2.5, __imag__ 2.5);
    SHOW(({ _Complex double t = z; t + 1; }));
    SHOW((z, table[1]));
    return 0;
}
