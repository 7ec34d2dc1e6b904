// test: run
// cflags: -lm
// Complex integers, conversions between all kinds of numbers, initialisers, and passing in every way.
#include <complex.h>
#include <stdarg.h>
#include <stdio.h>

#define SHOW(z) printf("%g %g\n", (double)__real__(z), (double)__imag__(z))

static _Complex double first = 1.0 + 2.0 * I, second = 3 + 4i, third = 5, fourth = -(2.5 - 1i) * 2, zero;
static _Complex float array[4] = {1, 2 + 3i, [3] = -1i};
static const struct { char c; _Complex double z; _Complex int i; } mixed = {'m', 1 - 1i, 3 + 4i};
static _Complex double product = (1 + 2i) * (3 - 1i);
static _Complex long double wide = 0.5L + 0.25Li;
union pun { _Complex double z; double parts[2]; };

static _Complex double swap(_Complex double z) { return __imag__ z + __real__ z * 1i; }
static _Complex float narrow(_Complex double z, _Complex float w) { return z * w; }
static _Complex int whole(_Complex double z) { return z; }
static void out(_Complex double *to, const _Complex double *from) { *to = *from * 2; }
static _Complex double (*pointer)(_Complex double) = swap;

static _Complex double sum(int n, ...)
{
    va_list list;
    va_start(list, n);
    _Complex double total = 0;
    while (n--)
        total += n % 2 ? va_arg(list, _Complex double) : va_arg(list, _Complex float);
    va_end(list);
    return total;
}

int main(void)
{
    SHOW(first); SHOW(second); SHOW(third); SHOW(fourth); SHOW(zero); SHOW(product); SHOW(wide);
    for (int i = 0; i < 4; i++)
        SHOW(array[i]);
    SHOW(mixed.z); SHOW(mixed.i);
    printf("%zu %zu %zu %zu\n", sizeof(_Complex float), sizeof(_Complex long double), sizeof mixed, _Alignof(_Complex double));

    _Complex int a = 7 + 3i, b = -2 + 5i;
    SHOW(a + b); SHOW(a - b); SHOW(a * b); SHOW(-a); SHOW(~b); SHOW(a + 1); SHOW(2 * a); SHOW(a / 2);
    printf("%d %d %d\n", a == b, a != 7, !a);
    _Complex char c = 100 + 90i, d = 3 + 2i;
    _Complex char e = c * d;
    SHOW(e);
    _Complex unsigned u = -1 + 1i;
    printf("%u %u\n", __real__ u, __imag__ u);

    double r = first;
    int n = 3.75 + 2i;
    _Bool t = 2i, f = 0i;
    printf("%g %d %d %d\n", r, n, t, f);
    _Complex float w = 0.1 + 0.2i;
    _Complex double back = w;
    printf("%.17g %.17g\n", __real__ back, __imag__ back);
    SHOW((_Complex double)a); SHOW((_Complex int)(2.9 - 2.9i)); SHOW((_Complex float)3); SHOW((double)(1 + 2i));
    SHOW(whole(-7.5 + 8.5i)); SHOW(swap(1 + 2i)); SHOW(pointer(3i)); SHOW(narrow(2i, 1 + 1i));
    _Complex double target;
    out(&target, &second);
    SHOW(target);
    SHOW(sum(4, 1.0 + 1i, (_Complex float)(2 + 2i), 4.0 + 4i, (_Complex float)8));
    union pun pun = {1 + 2i};
    printf("%g %g\n", pun.parts[0], pun.parts[1]);
    struct { _Complex double v[2]; } s = {{1i, 2}}, copy = s;
    SHOW(copy.v[0]); SHOW(copy.v[1]);
    SHOW(*&(_Complex double){8});
    SHOW(__builtin_complex(1.5, -0.0));
    SHOW(n > 2 ? first : 1i); SHOW(n > 5 ? first : 1.5); SHOW(first ?: 2i); SHOW(zero ?: 2i);
    printf("%g %g %g %g\n", creal(first), cimag(first), cabs(second), carg(1i));
    SHOW(conj(first)); SHOW(cproj(first)); SHOW(conjf(w)); printf("%Lg\n", creall(wide));
    printf("%d\n", _Generic(first, _Complex double: 1, default: 2));
    volatile _Complex double v = 1 + 1i;
    v = v * v;
    SHOW(v);
    return 0;
}
