// test: run
// __int128: arithmetic, shifts, comparison, division, conversions.
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void show(u128 v) {
    char b[50];
    int n = 50;
    b[--n] = 0;
    do b[--n] = '0' + (int)(v % 10); while (v /= 10);
    printf("%s\n", b + n);
}
static void shows(i128 v) {
    if (v < 0) {
        putchar('-');
        show(-(u128)v);
    } else
        show(v);
}

int main(void) {
    u128 max = ~(u128)0, a = (u128)0xfedcba9876543210 << 64 | 0x0123456789abcdef;
    i128 b = -(i128)1234567890123456789 * 1000000007;
    show(max);
    show(a);
    shows(b);
    shows(b / 1000);
    shows(b % 1000);
    shows(-b / -77777);
    show(max + 2);
    show(a * 3);
    show(a / 12345678901234567ul);
    show(a % ((u128)1 << 70));
    show(a >> 100);
    show(a << 3 >> 3);
    shows(b >> 40);
    show(a ^ ~a);
    show((a & 0xffff) | 1);
    printf("%d %d %d %d\n", b < 0, a > (u128)b, (i128)-1 < 0, max == (u128)-1);
    printf("%lx %lx\n", (unsigned long)(a >> 64), (unsigned long)a);
    printf("%.17g %.17g\n", (double)a, (double)b);
    shows((i128)-1e25);
    show((u128)3e30f);
    printf("%zu %zu\n", sizeof(i128), _Alignof(i128));
    u128 f = 1;
    for (int i = 2; i <= 33; i++)
        f *= i;
    show(f);
    a++;
    a -= 5;
    show(a);
    printf("%d\n", (int)(char)b);
    return 0;
}
