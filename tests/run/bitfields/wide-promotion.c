// test: run
// Bit-fields narrower than int promote to int; comparisons with negative numbers show it.
#include <stdio.h>

struct s { unsigned a : 31; unsigned b : 32; unsigned char c : 8; unsigned short d : 16; };

int main(void) {
    struct s s = {1, 1, 255, 65535};
    printf("%d %d\n", s.a > -1, s.b > -1);
    printf("%d %d\n", s.c > -1, s.d > -1);
    printf("%d %d\n", s.a - 2 < 0, s.b - 2 < 0);
    printf("%d\n", ~s.c);
    printf("%d\n", (s.a ? s.a : -1) < 0);
    printf("%d\n", -s.d);
    return 0;
}
