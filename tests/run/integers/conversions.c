// test: run
// Conversions between integer types: truncation, sign and zero extension.
#include <stdio.h>

int main(void) {
    long values[] = {0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536,
                     2147483647, 2147483648, 4294967295, 4294967296, -2147483649};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        long v = values[i];
        printf("%ld: %d %d %d %d %d %u %lu %d\n", v, (signed char)v, (unsigned char)v, (short)v,
               (unsigned short)v, (int)v, (unsigned)v, (unsigned long)v, (_Bool)v);
    }
    signed char c = -1;
    printf("%u %lu %u\n", (unsigned)c, (unsigned long)c, (unsigned short)c);
    unsigned char d = 255;
    printf("%d %ld %d\n", (int)d, (long)d, (signed char)d);
    unsigned u = 0xffffffff;
    printf("%ld %ld\n", (long)u, (long)(int)u);
    return 0;
}
