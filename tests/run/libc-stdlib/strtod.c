// test: run
// strtod and strtof: forms, exponents, hex, inf, nan, rounding, overflow and underflow, end pointers.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void d(const char *s) {
    char *end;
    errno = 0;
    double v = strtod(s, &end);
    printf("%s: %.17g %a %td %d", s, v, v, end - s, errno == ERANGE);
    float f = strtof(s, &end);
    printf(" %.9g %td\n", f, end - s);
}

int main(void) {
    d("0"); d("-0"); d("1"); d("3.14159"); d("  +2.5e3xyz"); d(".5"); d("5."); d("."); d(""); d("abc");
    d("1e"); d("1e+"); d("1e5e"); d("1E-5"); d("-.e1"); d("0x1p3"); d("0x1.8p-1"); d("0x.8"); d("0xp1"); d("0x");
    d("inf"); d("-Infinity"); d("infinite"); d("1e308"); d("1e309"); d("-1e400"); d("1e-308"); d("1e-320"); d("1e-330");
    d("4.9e-324"); d("2.4e-324"); d("2.5e-324"); d("0.1"); d("0.30000000000000004"); d("9007199254740993");
    d("9007199254740992.9999999999"); d("1.7976931348623157e308"); d("1.7976931348623159e308");
    d("2.2250738585072014e-308"); d("123456789012345678901234567890"); d("16777217"); d("3.4028236e38");
    d("0.000000000000000000000000000000000000000000001401298464324817");
    d("1.00000000000000011102230246251565404236316680908203125");
    d("1.00000000000000011102230246251565404236316680908203124");
    char *end;
    printf("%d ", strtod("nan", &end) != strtod("nan", NULL));
    printf("%d\n", *end);
    printf("%g %d %ld %lld\n", atof(" 2.5x"), atoi("-12abc"), atol("9999999999"), atoll("-5"));
    return 0;
}
