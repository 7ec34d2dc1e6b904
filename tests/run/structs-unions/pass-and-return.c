// test: run
// Structs of different sizes passed and returned by value; the caller's copy is untouched.
#include <stdio.h>

struct tiny { char c; };
struct pair { int a, b; };
struct mixed { double d; int i; };
struct large { long v[6]; };
struct floats { float x, y, z; };

static struct tiny t(struct tiny x) { x.c++; return x; }
static struct pair swap(struct pair p) { return (struct pair){p.b, p.a}; }
static struct mixed m(struct mixed x, int k) { x.d *= k; x.i -= k; return x; }
static struct large l(struct large x) { for (int i = 0; i < 6; i++) x.v[i] *= x.v[5 - i]; return x; }
static struct floats f(struct floats a, struct floats b) {
    return (struct floats){a.x + b.x, a.y * b.y, a.z - b.z};
}
static long sum(struct large x, struct pair p, struct tiny c, struct mixed d) {
    long s = p.a - p.b + c.c + (long)d.d;
    for (int i = 0; i < 6; i++) s += x.v[i];
    return s;
}

int main(void) {
    struct tiny a = {'x'};
    struct pair p = {1, 2};
    struct mixed x = {1.5, 10};
    struct large g = {{1, 2, 3, 4, 5, 6}};
    printf("%c %c\n", t(a).c, a.c);
    printf("%d %d\n", swap(p).a, swap(swap(p)).a);
    printf("%g %d %g\n", m(x, 3).d, m(x, 3).i, x.d);
    struct large h = l(g);
    for (int i = 0; i < 6; i++) printf("%ld ", h.v[i]);
    printf("%ld\n", l(h).v[2]);
    struct floats r = f((struct floats){1, 2, 3}, (struct floats){0.5f, 0.25f, 8});
    printf("%g %g %g\n", r.x, r.y, r.z);
    printf("%ld\n", sum(g, p, a, x));
    p = swap(p);
    printf("%d %d\n", p.a, p.b);
    struct pair (*fn)(struct pair) = swap;
    printf("%d\n", fn((struct pair){.b = 9}).a);
    printf("%ld\n", l(g).v[1 + 1]);
    return 0;
}
