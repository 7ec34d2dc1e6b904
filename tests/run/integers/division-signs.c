// test: run
// Division truncates toward zero; the remainder has the sign of the dividend.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int values[] = {7, -7, 1, -1, 0, INT_MAX, INT_MIN + 1};
    int divisors[] = {1, -1, 2, -2, 3, -3, 10, INT_MAX, INT_MIN};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
        for (unsigned j = 0; j < sizeof divisors / sizeof *divisors; j++) {
            int a = values[i], b = divisors[j];
            printf("%d/%d=%d r %d\n", a, b, a / b, a % b);
        }
    printf("%d %d\n", INT_MIN / 2, INT_MIN % 3);
    printf("%ld %ld\n", LONG_MIN / 10, LONG_MIN % 10);
    printf("%u %u\n", UINT_MAX / 10, UINT_MAX % 10);
    printf("%lu %lu\n", ULONG_MAX / 10, ULONG_MAX % 10);
    signed char c = -128;
    printf("%d %d\n", c / -1, c % -1);
    return 0;
}
