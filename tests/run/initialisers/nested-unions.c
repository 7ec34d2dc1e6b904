// test: run
// Static and automatic initialisers of unions: first member, designated member, inside arrays and structs.
#include <stdio.h>

union u { int i; char c[8]; double d; struct { short a, b; } s; };
struct box { int tag; union u u; };

static union u a = {7}, b = {.d = 0.5}, c = {.c = "text"}, d = {.s = {1, 2}}, e = {.s.b = 3};
static struct box boxes[] = {{1, {2}}, {.u.c = {'x', 'y'}, .tag = 9}, {3, .u = {.d = 2.5}}, {4, {.s = {.b = 5}}}};
static union { struct { int x, y; } p; int v[2]; } same = {{10, 20}};

int main(void) {
    printf("%d %g %s %d %d %d %d\n", a.i, b.d, c.c, d.s.a, d.s.b, e.s.a, e.s.b);
    printf("%d %d|%d %s|%d %g|%d %d\n", boxes[0].tag, boxes[0].u.i, boxes[1].tag, boxes[1].u.c, boxes[2].tag, boxes[2].u.d, boxes[3].tag, boxes[3].u.s.b);
    printf("%d %d\n", same.v[0], same.v[1]);
    int n = 6;
    union u l = {n * 2}, m = {.d = n / 4.0};
    struct box dyn[2] = {{n, {.s = {n, -n}}}, {.tag = n + 1}};
    printf("%d %g %d %d %d\n", l.i, m.d, dyn[0].u.s.a, dyn[0].u.s.b, dyn[1].u.i);
    l = (union u){.c = "abc"};
    printf("%x\n", l.i);
    return 0;
}
