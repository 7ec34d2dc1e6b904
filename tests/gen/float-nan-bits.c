// test: gen
// NaNs with signs and payloads, infinities and subnormals, by value and in memory.
// compilers: all
// expect-total: branch 28
// expect-covered: branch 28
#include <math.h>
#include <stdint.h>
#include <string.h>

double classify(double x) {
    uint64_t bits;
    memcpy(&bits, &x, 8);
    if (bits == 0xfff8000000000000u)
        return -NAN;
    if (bits == 0xfff8000000000123u)
        return 2;
    if (x == -INFINITY)
        return INFINITY;
    if (x > 0 && x < 1e-310)
        return -x;
    return 0;
}

float narrow(float x) {
    uint32_t bits;
    memcpy(&bits, &x, 4);
    if (bits == 0xffc00001u)
        return -NAN;
    if (bits == 0x7f800000u)
        return x;
    if (x > 0 && x < 1e-40f)
        return x;
    return 0;
}

struct pair {
    float a;
    double b;
};

int inside(struct pair *p) {
    uint32_t bits;
    if (!p)
        return 1;
    memcpy(&bits, &p->a, 4);
    if (bits == 0xffc00001u)
        return 2;
    if (bits == 0xff800001u)
        return 4;
    if (isnan(p->b) && signbit(p->b))
        return 3;
    return 0;
}
