// test: run
// va_list kept in a struct, nested variadic calls, variadic function pointers.
#include <stdarg.h>
#include <stdio.h>

struct reader { va_list ap; int left; };

static int next(struct reader *r) { return r->left-- > 0 ? va_arg(r->ap, int) : -1; }

static int maximum(int n, ...) {
    struct reader r = {.left = n};
    va_start(r.ap, n);
    int best = -2147483647, v;
    while ((v = next(&r)) != -1)
        if (v > best)
            best = v;
    va_end(r.ap);
    return best;
}

static int first_of(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int v = va_arg(ap, int);
    va_end(ap);
    return v;
}

typedef int function(int);
static int twice(int x) { return 2 * x; }
static int call(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = n;
    for (int i = 0; i < 2; i++)
        r = va_arg(ap, function *)(r);
    va_end(ap);
    return r;
}

int main(void) {
    printf("%d\n", maximum(4, 3, 9, 2, 5));
    printf("%d\n", maximum(3, first_of(2, 7, 8), maximum(2, 1, 6), 4));
    int (*p)(int, ...) = first_of;
    printf("%d\n", p(1, 99));
    printf("%d\n", call(5, twice, twice));
    printf("%d\n", (maximum)(1, 8));
    return 0;
}
