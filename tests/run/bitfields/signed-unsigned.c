// test: run
// Truncation on store, sign extension on load, promotion of bit-fields in expressions.
#include <stdio.h>

struct s {
    int a : 3;
    unsigned b : 3;
    signed char c : 5;
    unsigned char d : 5;
    long e : 40;
    unsigned long f : 40;
    int g : 1;
    unsigned h : 32;
};

int main(void) {
    struct s s = {0};
    for (int i = -5; i <= 9; i++) {
        s.a = i;
        s.b = i;
        s.c = i * 5;
        s.d = i * 5;
        s.g = i;
        printf("%d: %d %d %d %d %d\n", i, s.a, s.b, s.c, s.d, s.g);
    }
    s.e = -1;
    s.f = -1;
    printf("%ld %lu\n", (long)s.e, (unsigned long)s.f);
    s.e = 1l << 39;
    s.f = 1l << 39;
    printf("%ld %lu\n", (long)s.e, (unsigned long)s.f);
    s.b = 7;
    printf("%d %d\n", s.b - 8 < 0, -s.b < 0);
    s.h = 0xffffffff;
    printf("%d\n", s.h > -2);
    int v = (s.b = 13);
    printf("%d\n", v);
    v = (s.a = 7);
    printf("%d\n", v);
    s.b += 3;
    s.a *= 3;
    printf("%d %d\n", s.b, s.a);
    return 0;
}
