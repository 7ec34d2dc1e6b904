// test: run
// Every compound operator, increments, and use as condition, index and argument.
#include <stdio.h>

struct f { unsigned u : 5; int s : 5; unsigned long w : 33; };

static int twice(int x) { return 2 * x; }

int main(void) {
    struct f f = {17, -9, 0x1ffffffff}, *p = &f;
    f.u += 20; printf("%d ", f.u);
    f.u -= 6; printf("%d ", f.u);
    f.u *= 3; printf("%d ", f.u);
    f.u /= 2; printf("%d ", f.u);
    f.u %= 7; printf("%d ", f.u);
    f.u <<= 3; printf("%d ", f.u);
    f.u |= 1; f.u ^= 0x1f; f.u &= 0x1e; printf("%d ", f.u);
    f.u >>= 1; printf("%d\n", f.u);
    f.s += -10; printf("%d ", f.s);
    f.s <<= 1; printf("%d ", f.s);
    f.s /= 3; printf("%d ", f.s);
    f.s = -f.s; printf("%d ", f.s);
    f.s = ~f.s; printf("%d\n", f.s);
    p->w++; printf("%ld ", (long)p->w);
    p->w--; printf("%lx\n", (long)p->w);
    f.u = 3;
    int a[8] = {0, 1, 2, 30, 4, 5, 6, 7};
    printf("%d %d %d\n", a[f.u], twice(f.u), f.u ? 1 : 2);
    while (f.u--) putchar('.');
    printf("%d\n", f.u);
    printf("%d %d\n", f.u == 31, (f.s = 15, f.s++, f.s));
    struct f g = f, h[2] = {f, {f.u, .w = 1}};
    printf("%d %d %ld\n", g.u, h[1].u, (long)h[1].w);
    return 0;
}
