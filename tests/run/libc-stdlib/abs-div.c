// test: run
// abs, labs, llabs, div, ldiv, lldiv.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    printf("%d %d %ld %lld\n", abs(-5), abs(INT_MAX), labs(-5000000000l), llabs(LLONG_MIN + 1));
    div_t d = div(-17, 5);
    ldiv_t l = ldiv(17, -5);
    lldiv_t ll = lldiv(-17, -5);
    printf("%d %d %ld %ld %lld %lld\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem);
    printf("%d %d\n", div(7, 7).quot, div(6, 7).rem);
    return 0;
}
