// test: run
// cflags: -Wno-psabi
// Vectors passed, returned, in structs, unions and arrays, cast, converted, shuffled and subscripted.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef int i4 __attribute__((vector_size(16)));
typedef unsigned u4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef double d4 __attribute__((vector_size(32)));
typedef short s8 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));
typedef int i2 __attribute__((vector_size(8)));
typedef long l1 __attribute__((vector_size(8)));

struct holder { char c; i4 v; short s; };
union pun { i4 v; int i[4]; b16 b; };

static i4 global = {1, 2, 3, 4}, partly = {7}, empty;
static f4 floats[2] = {{1.5f, 2}, {3}};
static const struct holder held = {'h', {5, 6, 7, 8}, 9};
static i4 *where = &global;

static i4 add(i4 a, i4 b) { return a + b; }
static i4 mix(char c, i4 v, double d, i4 w, i4 *out) { *out = v; return w * (int)d + c; }
static struct holder hold(i4 v) { struct holder h = {'x', v, 3}; return h; }
static f4 apply(f4 (*f)(f4), f4 v) { return f(v); }
static f4 half(f4 v) { return v / 2; }
static i4 fib(int n) { return n < 2 ? (i4){n, n, 1, 2} : fib(n - 1) + fib(n - 2); }

static i4 total(int n, ...)
{
    va_list list;
    va_start(list, n);
    i4 sum = {0};
    while (n--)
        sum += va_arg(list, i4);
    va_end(list);
    return sum;
}

static void show(i4 v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }
static void show_floats(f4 v) { printf("%g %g %g %g\n", v[0], v[1], v[2], v[3]); }

static int dot(const i4 *a, const i4 *b, int n)
{
    i4 sum = {0, 0, 0, 0};
    for (int k = 0; k < n; k++)
        sum += a[k] * b[k];
    return sum[0] + sum[1] + sum[2] + sum[3];
}

int main(void)
{
    show(global); show(partly); show(empty); show(held.v); show_floats(floats[0]); show_floats(floats[1]);
    show(add(global, held.v));
    i4 out;
    show(mix(1, global, 2.5, held.v, &out)); show(out);
    struct holder h = hold(global), copy = h;
    copy.v[2] = 99; show(copy.v); show(h.v);
    printf("%d %c %d %zu %zu\n", copy.s, copy.c, (int)sizeof copy, _Alignof(i4), _Alignof(struct holder));
    show_floats(apply(half, floats[0]));
    show(fib(9));
    show(total(3, global, held.v, partly));
    (*where)[1] = -2; where[0][3] += 10; show(global);
    for (int k = 0; k < 4; k++) out[k] = k * k;
    show(out);
    int index = 2;
    out[index++]--; printf("%d %d\n", out[2], index);
    printf("%d\n", add(out, out)[3]);
    union pun pun = {.v = {1, 256, -1, 4}};
    printf("%d %d %d\n", pun.i[1], pun.b[5], pun.b[8]);

    show((i4)(u4){-1u, 2, 3, 4}); show((i4)(f4){1, 2, -0.0f, 0.5f});
    s8 shorts = (s8)global; printf("%d %d %d\n", shorts[0], shorts[2], shorts[6]);
    l1 one = (l1)(i2){1, 2}; printf("%ld %ld\n", one[0], (long)(i2){3, 4});
    i2 two = (i2)0x100000002L; printf("%d %d\n", two[0], two[1]);
    show_floats(__builtin_convertvector(global, f4));
    show(__builtin_convertvector((f4){1.9f, -1.9f, 1e5f, 0}, i4));
    d4 doubles = __builtin_convertvector(global, d4) / 3; printf("%g %g\n", doubles[0], doubles[3]);
    show(__builtin_shufflevector(global, held.v, 0, 4, 3, 7));
    show(__builtin_shufflevector(global, global, 3, 2, 1, 0));
    i2 low = __builtin_shufflevector(global, global, 0, 1); printf("%d %d\n", low[0], low[1]);
    i4 array[3] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    printf("%d\n", dot(array, array + 1, 2));
    memcpy(&array[0], &array[2], sizeof array[0]); show(array[0]);
    i4 zeros = {}; show(zeros); show((i4){1, 2} + 1);
    int flag = global[0] > 0;
    show(flag ? global : out); i4 *p = flag ? &array[1] : array; show(*p); show(p[1]); show(*p++); show(*p);
    volatile i4 v = {1, 2, 3, 4}; i4 w = v + v; show(w);
    static i4 counter; counter += 1; show(counter);
    i4 chained; out = chained = global; show(out); show(({ i4 t = out; t * 2; }));
    return 0;
}
