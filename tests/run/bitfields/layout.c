// test: run
// Placement of bit-fields: straddling, mixed base types, zero-width and unnamed fields.
#include <stdio.h>
#include <string.h>

struct a { int x : 3; int y : 5; int z : 24; };
struct b { int x : 30; int y : 5; };
struct c { char x : 3; int y : 7; char z; };
struct d { unsigned x : 4; unsigned : 0; unsigned y : 4; };
struct e { unsigned x : 4; unsigned : 6; unsigned y : 4; char c; };
struct f { char a; short b : 9; short c : 7; int d : 1; };
struct g { long a : 33; int b : 20; int c : 12; };
struct h { char c; int : 0; char d; };
struct i { short a : 5; int b : 20; char c : 7; };
struct j { int a; int b : 8; char c; };
union u { int a : 5; char b; };
struct __attribute__((packed)) p { int a : 7; int b : 30; char c; int d : 3; };

#define SIZE(t) printf(#t " %zu %zu\n", sizeof(t), _Alignof(t))
#define IMAGE(v) image(#v, &v, sizeof v)

static void image(const char *name, const void *p, unsigned n) {
    printf("%s:", name);
    for (unsigned i = 0; i < n; i++)
        printf(" %02x", ((const unsigned char *)p)[i]);
    printf("\n");
}

#define FILL(type, var, ...)                 \
    type var;                                \
    memset(&var, 0, sizeof var);             \
    __VA_ARGS__;                             \
    IMAGE(var)

int main(void) {
    SIZE(struct a); SIZE(struct b); SIZE(struct c); SIZE(struct d); SIZE(struct e);
    SIZE(struct f); SIZE(struct g); SIZE(struct h); SIZE(struct i); SIZE(struct j);
    SIZE(union u); SIZE(struct p);
    FILL(struct a, a, a.x = -1, a.z = 0x5a5a5a);
    FILL(struct b, b, b.x = 0x2aaaaaa, b.y = -1);
    FILL(struct c, c, c.x = 1, c.y = -1, c.z = 9);
    FILL(struct d, d, d.x = 15, d.y = 5);
    FILL(struct e, e, e.x = 15, e.y = 15, e.c = 1);
    FILL(struct f, f, f.a = 1, f.b = -1, f.c = 3, f.d = -1);
    FILL(struct g, g, g.a = -1, g.b = 1, g.c = 5);
    FILL(struct h, h, h.c = 1, h.d = 2);
    FILL(struct i, i, i.a = -1, i.b = 3, i.c = -1);
    FILL(struct j, j, j.a = 1, j.b = 2, j.c = 3);
    FILL(union u, u, u.a = -2);
    FILL(struct p, p, p.a = 1, p.b = -1, p.c = 0x33, p.d = 2);
    printf("%d %d %d\n", p.b, p.c, p.d);
    return 0;
}
