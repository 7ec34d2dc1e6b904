// test: run
// Printing with %.17g and %a and reading back gives the same double, for many bit patterns.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    uint64_t seed = 88172645463325252ull;
    int same = 0, hex = 0;
    unsigned long lengths = 0;
    for (int i = 0; i < 2000; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        double d, e;
        memcpy(&d, &seed, sizeof d);
        if (d != d || d - d != 0)
            continue;
        char b[64];
        lengths += (unsigned long)sprintf(b, "%.17g", d);
        e = strtod(b, NULL);
        same += memcmp(&d, &e, sizeof d) == 0;
        sprintf(b, "%a", d);
        e = strtod(b, NULL);
        hex += memcmp(&d, &e, sizeof d) == 0;
        if (i % 200 == 0)
            printf("%.17g %.3e %g\n", d, d, d);
    }
    printf("%d %d %lu\n", same, hex, lengths);
    return 0;
}
