// test: run
// Unions holding arrays and structs, passed by value, returned, nested in arrays.
#include <stdio.h>
#include <string.h>

union cell { long l[2]; char text[16]; struct { int a, b; double d; } s; };

static union cell named(const char *n) {
    union cell c;
    memset(&c, 0, sizeof c);
    strcpy(c.text, n);
    return c;
}
static int first(union cell c) { c.text[0]++; return c.text[0]; }

int main(void) {
    union cell c = named("hello"), arr[2] = {{{1, 2}}, {.s = {3, 4, 0.5}}};
    printf("%s %d %s\n", c.text, first(c), c.text);
    printf("%lx\n", c.l[0]);
    arr[0] = arr[1];
    printf("%d %d %g\n", arr[0].s.a, arr[0].s.b, arr[0].s.d);
    arr[0].l[0] = -1;
    printf("%d %d %g\n", arr[0].s.a, arr[0].s.b, arr[0].s.d);
    union { union cell c; int i; } outer = {.c.text = "zz"};
    printf("%x %zu\n", outer.i, sizeof outer);
    struct { int tag; union { int i; float f; } v[3]; } tagged = {1, {{1}, {.f = 1.0f}, {.i = 7}}};
    printf("%d %x %d\n", tagged.v[0].i, tagged.v[1].i, tagged.v[2].i);
    return 0;
}
