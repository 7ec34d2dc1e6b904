// test: run
// Complex numbers of small integer types, in structs, among other arguments and behind `...`.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct mixed { _Complex char c; _Complex short s; char tag; _Complex float f; };

static _Complex unsigned short counter = 65535 + 1i;
static _Complex double grid[2][2] = {{1, 2i}, {3.5 - 1i}};
static _Complex float *floats = (_Complex float[]){1, 2i, 3};

static _Complex char conjugate(_Complex char z) { return ~z; }
static struct mixed make(int k) { struct mixed m = {k + 1i, 2 * k - 1i, k, 0.5f * k + 1.5fi}; return m; }

static _Complex double many(_Complex double a, int i, _Complex float b, double d, _Complex double c, char tag,
                            _Complex int e, _Complex long double l)
{
    return a * i + b * d - c + tag + e + l;
}

static void show(int n, ...)
{
    va_list list;
    va_start(list, n);
    for (int i = 0; i < n; i++) {
        struct mixed m = va_arg(list, struct mixed);
        _Complex int z = va_arg(list, _Complex int);
        printf("%d %d %d %g %d %d\n", __real__ m.c, __imag__ m.s, m.tag, __imag__ m.f, __real__ z, __imag__ z);
    }
    va_end(list);
}

int main(void)
{
    _Complex char small = conjugate(-5 + 7i);
    printf("%d %d\n", __real__ small, __imag__ small);
    _Complex double result = many(1 + 1i, 2, 2 - 1i, 3.0, 4i, 'a', 1 + 1i, 2.5L);
    printf("%g %g\n", __real__ result, __imag__ result);
    show(2, make(3), 1 + 2i, make(4), (_Complex int)(7 - 3i));
    counter += 1;
    printf("%d %d\n", __real__ counter, __imag__ counter);
    counter = ~counter;
    printf("%d %d\n", __real__ counter, __imag__ counter);
    for (int i = 0; i < 4; i++)
        printf("%g %g ", __real__ grid[i / 2][i % 2], __imag__ grid[i / 2][i % 2]);
    for (int i = 0; i < 3; i++)
        printf("%g %g ", __real__ floats[i], __imag__ floats[i]);
    _Complex double *heap = malloc(3 * sizeof *heap);
    heap[0] = 1;
    heap[1] = heap[0] + 1i;
    heap[2] = heap[1] * heap[1];
    printf("%g %g %d\n", __real__ heap[2], __imag__ heap[2], heap[1] == 1 + 1i);
    free(heap);
    switch ((int)(3 + 2i)) {
    case 3: printf("three\n"); break;
    default: printf("other\n");
    }
    printf("%d %d\n", (int)sizeof(struct mixed), (int)_Alignof(_Complex short));
    return 0;
}
