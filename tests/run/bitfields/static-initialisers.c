// test: run
// Bit-fields in static initialisers: the image in memory is that of run-time stores.
#include <stdio.h>
#include <string.h>

struct b { unsigned a : 3; int b : 7; unsigned : 2; unsigned long c : 45; _Bool d : 1; short e : 10; };
static struct b first = {5, -33, 0x123456789abul, 1, -500};
static struct b many[] = {{.c = -1}, {.e = 1, .a = 9}, [3] = {.b = 64}};
static const struct { char x; struct b in; } nested = {'n', {.d = 1, .e = 511}};

static void image(const void *p, unsigned n) {
    for (unsigned i = 0; i < n; i++) printf("%02x", ((const unsigned char *)p)[i]);
    printf("\n");
}

int main(void) {
    printf("%zu %zu %zu\n", sizeof(struct b), sizeof many, sizeof nested);
    printf("%d %d %lx %d %d\n", first.a, first.b, (unsigned long)first.c, first.d, first.e);
    image(&first, sizeof first);
    struct b dynamic;
    memset(&dynamic, 0, sizeof dynamic);
    dynamic.a = 5;
    dynamic.b = -33;
    dynamic.c = 0x123456789abul;
    dynamic.d = 1;
    dynamic.e = -500;
    printf("%d\n", memcmp(&first, &dynamic, sizeof first));
    for (int i = 0; i < 4; i++) printf("%d %d %lx %d %d\n", many[i].a, many[i].b, (unsigned long)many[i].c, many[i].d, many[i].e);
    printf("%c %d %d %d\n", nested.x, nested.in.a, nested.in.d, nested.in.e);
    return 0;
}
