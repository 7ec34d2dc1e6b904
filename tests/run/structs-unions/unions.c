// test: run
// Unions: shared storage, type punning, union of structs with a common initial part.
#include <stdint.h>
#include <stdio.h>

union word { uint32_t u; int32_t i; uint8_t b[4]; uint16_t h[2]; float f; };
struct circle { int kind; double r; };
struct rect { int kind; int w, h; };
union shape { int kind; struct circle c; struct rect r; };

static double area(union shape s) {
    switch (s.kind) {
    case 1: return s.c.r * s.c.r * 3;
    case 2: return s.r.w * s.r.h;
    }
    return -1;
}

int main(void) {
    union word w = {0x01020304};
    printf("%d %d %d %d\n", w.b[0], w.b[1], w.b[2], w.b[3]);
    printf("%x %x\n", w.h[0], w.h[1]);
    w.b[3] = 0xff;
    printf("%d %x\n", w.i, w.u);
    w.f = -1.0f;
    printf("%x\n", w.u);
    w.i = -2;
    printf("%u\n", w.u);
    union word v = {.f = 2.0f};
    printf("%x\n", v.u);
    v = w;
    printf("%d %zu\n", v.i, sizeof v);
    union shape s = {.c = {1, 2.0}};
    printf("%g\n", area(s));
    s.r = (struct rect){2, 3, 4};
    printf("%g\n", area(s));
    s.kind = 3;
    printf("%g %d\n", area(s), s.r.h);
    union { int a; union { char c; short s; } n; } nest = {.n.s = 300};
    nest.n.c = 1;
    printf("%d\n", nest.n.s);
    return 0;
}
