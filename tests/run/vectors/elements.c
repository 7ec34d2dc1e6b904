// test: run
// cflags: -Wno-psabi
// Operators on vectors of every element type, with vectors and scalars.
#include <stdio.h>

#define VECTOR(type, name, count) typedef type name __attribute__((vector_size(sizeof(type) * count)))

#define SHOW(v) do { \
    __typeof__(v) shown = (v); \
    for (unsigned at = 0; at < sizeof shown / sizeof shown[0]; at++) \
        printf("%g ", (double)shown[at]); \
    printf("\n"); \
} while (0)

#define INTEGERS(type, name, count) \
VECTOR(type, name, count); \
static void name##_operators(name a, name b, type s) \
{ \
    SHOW(a + b); SHOW(a - b); SHOW(a * b); SHOW(a / b); SHOW(a % b); \
    SHOW(a & b); SHOW(a | b); SHOW(a ^ b); SHOW(~a); SHOW(-a); SHOW(+a); \
    SHOW(a << (b & 3)); SHOW(a >> (b & 3)); SHOW(a << 1); SHOW(a >> 2); \
    SHOW(a + s); SHOW(s - a); SHOW(a * s); SHOW(a / s); \
    SHOW(a < b); SHOW(a > b); SHOW(a <= b); SHOW(a >= b); SHOW(a == b); SHOW(a != b); SHOW(a > s); \
    name c = a; \
    c += b; c -= s; c *= b; SHOW(c); c |= a; c ^= b; c &= ~a; SHOW(c); c <<= 1; c >>= 1; SHOW(c); \
    c = (a > b) & a | ~(a > b) & b; \
    SHOW(c); \
}

#define FLOATS(type, name, count) \
VECTOR(type, name, count); \
static void name##_operators(name a, name b, type s) \
{ \
    SHOW(a + b); SHOW(a - b); SHOW(a * b); SHOW(a / b); SHOW(-a); \
    SHOW(a + s); SHOW(s - a); SHOW(a * s); SHOW(s / a); \
    SHOW(a < b); SHOW(a >= b); SHOW(a == b); SHOW(a != b); \
    name c = a; c += b; c *= s; c -= a; c /= b; SHOW(c); \
}

INTEGERS(signed char, c16, 16)
INTEGERS(unsigned char, uc16, 16)
INTEGERS(short, s8, 8)
INTEGERS(unsigned short, us8, 8)
INTEGERS(int, i4, 4)
INTEGERS(unsigned, u4, 4)
INTEGERS(long, l2, 2)
INTEGERS(unsigned long, ul4, 4)
INTEGERS(int, i2, 2)
INTEGERS(short, s1, 1)
INTEGERS(int, i16, 16)
FLOATS(float, f4, 4)
FLOATS(double, d2, 2)
FLOATS(double, d4, 4)
FLOATS(float, f2, 2)

int main(void)
{
    c16_operators((c16){1, -2, 127, -128, 5, 6, 7, 8}, (c16){3, 3, 1, 2, -1, 5, 4, 7, 1, 1, 1, 1, 1, 1, 1, 1}, 9);
    uc16_operators((uc16){1, 200, 127, 255, 5}, (uc16){3, 3, 200, 2, 1, 5, 4, 7, 1, 1, 1, 1, 1, 1, 1, 1}, 200);
    s8_operators((s8){1, -2, 32767, -32768, 5}, (s8){3, 3, 1, 2, -1, 5, 4, 7}, -7);
    us8_operators((us8){1, 65535, 32767, 40000, 5}, (us8){3, 3, 1, 2, 65535, 5, 4, 7}, 50000);
    i4_operators((i4){1, -2, 2147483647, -2147483647}, (i4){3, 3, 1, 2}, -7);
    u4_operators((u4){1, 4000000000, 2147483647, 5}, (u4){3, 3, 4294967295, 2}, 4000000000);
    l2_operators((l2){1L << 40, -5}, (l2){3, 1000000007}, -9);
    ul4_operators((ul4){1, -5, 1UL << 63, 12}, (ul4){3, 7, 2, -1UL}, 10);
    i2_operators((i2){100, -5}, (i2){7, 2}, 3);
    s1_operators((s1){-9}, (s1){2}, 4);
    i16_operators((i16){1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, (i16){3} + 2, 3);
    f4_operators((f4){1.5f, -2.25f, 1e30f, 0}, (f4){0.1f, 3, 1e30f, -0.0f}, 3);
    d2_operators((d2){1.5, -2.25}, (d2){0.1, 3}, 0.3);
    d4_operators((d4){1.5, -2.25, 1e300, 8.5}, (d4){0.1, 3, 1, 2}, 7);
    f2_operators((f2){1.5f, 2.5f}, (f2){-1, 2.5f}, 0.5f);
    return 0;
}
