// test: run
// va_arg of every promoted type, in mixed order, more of them than registers.
#include <stdarg.h>
#include <stdio.h>

static double sum(const char *kinds, ...) {
    va_list ap;
    double total = 0;
    va_start(ap, kinds);
    for (; *kinds; kinds++) {
        double v = 0;
        switch (*kinds) {
        case 'i': v = va_arg(ap, int); break;
        case 'u': v = va_arg(ap, unsigned); break;
        case 'l': v = va_arg(ap, long); break;
        case 'q': v = va_arg(ap, unsigned long long); break;
        case 'd': v = va_arg(ap, double); break;
        case 's': v = va_arg(ap, char *)[0]; break;
        case 'p': v = *(int *)va_arg(ap, void *); break;
        }
        printf("%c=%g ", *kinds, v);
        total += v;
    }
    va_end(ap);
    return total;
}

int main(void) {
    int x = 77;
    char c = -5;
    short s = 300;
    float f = 0.5f;
    printf("%g\n", sum(""));
    printf("%g\n", sum("iuldsp", -1, 4000000000u, -5000000000l, 2.5, "A", &x));
    printf("%g\n", sum("iiid", c, s, 'x', f));
    printf("%g\n", sum("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    printf("%g\n", sum("dddddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12.));
    printf("%g\n", sum("idididididididididid", 1, .1, 2, .2, 3, .3, 4, .4, 5, .5, 6, .6, 7, .7, 8, .8, 9, .9, 10, 1.));
    printf("%g\n", sum("q", 18446744073709551615ull));
    return 0;
}
