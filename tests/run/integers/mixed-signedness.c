// test: run
// The usual arithmetic conversions in comparisons and arithmetic of mixed signedness.
#include <stdio.h>

int main(void) {
    int i = -1;
    unsigned u = 1;
    long l = -1;
    unsigned long ul = 1;
    unsigned short us = 1;
    signed char c = -1;
    printf("%d %d %d\n", i < u, l < u, l < ul);
    printf("%d %d %d\n", i < us, c < u, c < us);
    printf("%d %d\n", i == 4294967295u, l == 4294967295u);
    printf("%d\n", -1 < (int)sizeof(int));
    printf("%d\n", -1 < sizeof(int));
    printf("%ld %lu\n", l + u, l + ul);
    printf("%u %d\n", i + u, i + us);
    printf("%u %u\n", i / 2u, (unsigned)(i / 2));
    printf("%lu\n", i / 2ul);
    printf("%u\n", (unsigned)i % 7);
    printf("%d\n", (i ? i : u) > 0);
    printf("%ld\n", (long)(i * u));
    printf("%ld\n", (long)i * u);
    return 0;
}
