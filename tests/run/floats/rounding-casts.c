// test: run
// Double to float rounding, ties to even, overflow to infinity, and chains through both types.
#include <stdio.h>

int main(void) {
    double v[] = {16777217.0, 16777219.0, 1.00000005960464478, 1.00000017881393433, 3.4028235677973366e38, 3.4028235677973362e38, 1e-46, 7.0064923216240854e-46, 7.1e-46, -0.1};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        float f = (float)v[i];
        printf("%a %.9g %d\n", f, f, f == v[i]);
    }
    long n[] = {9007199254740993, -9007199254740995, 0x7fffffffffffffff, 0x7ffffffffffffc00, 0x7ffffffffffffdff, 16777217, 33554435};
    for (unsigned i = 0; i < sizeof n / sizeof *n; i++)
        printf("%.17g %.9g\n", (double)n[i], (float)n[i]);
    unsigned long u[] = {0x8000000000000400, 0x8000000000000401, 0xfffffffffffffbff, 0xfffffffffffffc00, 0x8000008000000000};
    for (unsigned i = 0; i < sizeof u / sizeof *u; i++)
        printf("%.17g %.9g\n", (double)u[i], (float)u[i]);
    float f = 1.1f;
    double d = f;
    f = d;
    printf("%d %d\n", f == 1.1f, d == 1.1);
    f += 1e-8;
    printf("%.9g\n", f);
    f *= 1.1;
    printf("%.9g\n", f);
    return 0;
}
