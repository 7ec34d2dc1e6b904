// test: fault
// The fixed twin of modulo-assign.c.
#include <stdio.h>

int main(void) {
    long long v = 77;
    int m[2] = {5, 0};
    for (int i = 0; i < 2; i++)
        if (m[i])
            v %= m[i];
    printf("%lld\n", v);
    return 0;
}
