// test: run
// Integer promotions: narrow operands are computed as int.
#include <stdio.h>

int main(void) {
    unsigned char a = 200, b = 100;
    signed char m = -1;
    unsigned short us = 65535;
    printf("%d %d %d\n", a + b, a - b - b - b, a * b);
    printf("%d %d\n", ~a, -a);
    printf("%d %d\n", ~m, -m);
    printf("%d %d\n", (unsigned char)~a, (signed char)(a + b));
    printf("%zu %zu %zu %zu\n", sizeof(a + b), sizeof(+a), sizeof(a++), sizeof(m << 1L));
    printf("%d\n", us + 1);
    printf("%d\n", (us << 1) >> 1);
    printf("%d\n", a >> 1 << 1);
    _Bool t = 1;
    printf("%d %zu %zu\n", t + t, sizeof(t), sizeof(t + t));
    printf("%d\n", 'a' + 'b');
    printf("%d\n", a == (signed char)a);
    return 0;
}
