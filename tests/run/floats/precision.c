// test: run
// float and double are rounded to their own precision at every operation.
#include <stdio.h>

static float addf(float a, float b) { return a + b; }

int main(void) {
    float f = 16777216.0f;
    printf("%.9g %.9g\n", f + 1.0f, f + 1.0);
    printf("%.9g\n", addf(16777216.0f, 1.0f) - 16777216.0f);
    float third = 1.0f / 3.0f;
    printf("%.9g %.17g %.17g\n", third, 1.0 / 3.0, (double)third);
    printf("%d\n", third * 3.0f == 1.0f);
    printf("%.17g\n", 0.1 + 0.2);
    printf("%.9g\n", 0.1f + 0.2f);
    float s = 0;
    for (int i = 0; i < 1000; i++)
        s += 0.1f;
    double d = 0;
    for (int i = 0; i < 1000; i++)
        d += 0.1;
    printf("%.9g %.17g\n", s, d);
    f = 1e30f;
    printf("%g %g\n", f * f, (double)f * f);
    float g = 1.00000006f;
    printf("%a %a\n", g, 1.00000006);
    printf("%zu %zu %zu\n", sizeof(f + f), sizeof(f + 1.0), sizeof(f + 1));
    volatile double a = 1e16, b = 1.0;
    printf("%.17g %.17g\n", (a + b) - a, (a - a) + b);
    return 0;
}
