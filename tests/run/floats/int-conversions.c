// test: run
// Conversions between floating and integer types, in range.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    double ds[] = {0.0, -0.0, 0.5, -0.5, 0.999999999999, 1.5, -1.5, 2147483647.0, -2147483648.0, 1e9 + 0.75};
    for (unsigned i = 0; i < sizeof ds / sizeof *ds; i++)
        printf("%d %ld %u\n", (int)ds[i], (long)ds[i], ds[i] >= 0 ? (unsigned)ds[i] : 7u);
    printf("%lu %lu\n", (unsigned long)18446744073709549568.0, (unsigned long)9223372036854775808.0);
    printf("%ld\n", (long)-9223372036854775808.0);
    printf("%u\n", (unsigned)4294967295.5);
    printf("%.17g %.17g\n", (double)INT64_MAX, (double)UINT64_MAX);
    printf("%.17g %.9g\n", (double)(INT64_C(1) << 53) + 1, (float)16777217);
    printf("%.17g\n", (double)9007199254740993L);
    printf("%.9g %.9g\n", (float)UINT64_MAX, (float)INT32_MAX);
    printf("%.9g\n", (float)0x8000008000000001ul);
    printf("%d %d\n", (signed char)-100.9, (unsigned char)200.9);
    printf("%d %d\n", (short)-32768.9, (unsigned short)65535.9f);
    float f = 0.1;
    double d = 0.1;
    printf("%d %d\n", f == d, f == 0.1f);
    printf("%d\n", (int)(0.1 + 0.7) * 10);
    printf("%d\n", (int)((0.1 + 0.7) * 10));
    printf("%d\n", (_Bool)0.1);
    char c = 3.99;
    unsigned long ul = 1e19;
    printf("%d %lu\n", c, ul);
    return 0;
}
