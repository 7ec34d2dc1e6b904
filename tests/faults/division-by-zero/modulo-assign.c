// test: fault
// Compound remainder of a 64-bit value by zero.
#include <stdio.h>

int main(void) {
    long long v = 77;
    int m[2] = {5, 0};
    for (int i = 0; i < 2; i++)
        v %= m[i]; //~ division-by-zero
    printf("%lld\n", v);
    return 0;
}
