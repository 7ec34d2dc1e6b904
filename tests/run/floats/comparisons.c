// test: run
// Relational and equality operators on floats, mixed with integers; floats as conditions.
#include <stdio.h>

static const char *order(double a, double b) {
    if (a < b) return "<";
    if (a > b) return ">";
    if (a == b) return "=";
    return "?";
}

int main(void) {
    volatile double nan_value = 0.0;
    nan_value = nan_value / nan_value;
    double v[] = {-1.5, -0.0, 0.0, 1e-310, 1.0, 1e300, nan_value};
    for (int i = 0; i < 7; i++) {
        for (int j = 0; j < 7; j++)
            printf("%s", order(v[i], v[j]));
        printf(" %d%d%d%d\n", v[i] <= 0, v[i] >= 0, v[i] != 0, v[i] ? 1 : 0);
    }
    int i = 16777217;
    float f = 16777216.0f;
    printf("%d %d\n", f == i, f == (double)i);
    printf("%d\n", 3 == 3.0);
    printf("%d\n", 1u - 2 > 0.0);
    printf("%d %d\n", 0.5 && 1, 0.0 || -0.0);
    if (0.3f)
        printf("true\n");
    while (f > 1e7f)
        f /= 3;
    printf("%.9g\n", f);
    return 0;
}
