// test: run
// Hexadecimal floating literals, suffixes and extreme decimal literals.
#include <stdio.h>

int main(void) {
    printf("%.17g %.17g %.17g\n", 0x1p0, 0x1.8p1, 0x.8p-3);
    printf("%a %a\n", 0x1.fffffffffffffp1023, 0x1p-1074);
    printf("%.9g %.9g\n", 0x1.8p1f, 3.5e-1f);
    printf("%.17g %.17g\n", 1e23, 8.5e-300);
    printf("%.17g\n", 123456789012345678901234567890.0);
    printf("%.17g %.17g %.17g\n", .5, 5., 5e0);
    printf("%.17g\n", 2.2250738585072011e-308);
    printf("%.17g\n", 9007199254740993.0);
    printf("%zu %zu\n", sizeof 1.0f, sizeof 1.0);
    printf("%a %a\n", 0.1, 0.1f);
    return 0;
}
