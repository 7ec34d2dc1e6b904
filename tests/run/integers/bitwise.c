// test: run
// Bitwise operators on signed and unsigned operands of every width.
#include <stdio.h>

int main(void) {
    int a = -6, b = 0x0ff0;
    unsigned u = 0xf0f0f0f0u;
    printf("%d %d %d %d\n", a & b, a | b, a ^ b, ~a);
    printf("%x %x %x %x\n", u & b, u | b, u ^ b, ~u);
    printf("%lx %lx\n", (unsigned long)(u & -1l), (unsigned long)(~0ul ^ u));
    printf("%d %d\n", a & -a, a & (a - 1));
    int x = 5, y = 9;
    x ^= y;
    y ^= x;
    x ^= y;
    printf("%d %d\n", x, y);
    unsigned v = 0xdeadbeef;
    v = (v & 0x55555555) << 1 | ((v >> 1) & 0x55555555);
    printf("%x\n", v);
    v |= 1u << 3;
    v &= ~(1u << 5);
    printf("%x %d\n", v, !!(v & 8));
    unsigned short s = 0xff00;
    s = ~s;
    printf("%x\n", s);
    printf("%d\n", !a + !0 + !!b);
    return 0;
}
