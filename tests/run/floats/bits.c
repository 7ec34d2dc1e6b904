// test: run
// The bit patterns of floating values, seen through a union and through memcpy.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t bits(double d) {
    uint64_t u;
    memcpy(&u, &d, sizeof u);
    return u;
}

int main(void) {
    union { float f; uint32_t u; } x;
    float fs[] = {0.0f, -0.0f, 1.0f, -2.0f, 0.1f, 3.4028235e38f, 1e-45f};
    for (unsigned i = 0; i < sizeof fs / sizeof *fs; i++) {
        x.f = fs[i];
        printf("%08x\n", x.u);
    }
    x.u = 0x3fc00000;
    printf("%g\n", x.f);
    x.u = 0x7f800000;
    printf("%g\n", x.f);
    printf("%016lx %016lx %016lx\n", bits(1.0), bits(-0.1), bits(1e308));
    printf("%016lx\n", bits(123456789.0f));
    float half = 0.5f;
    x.f = half;
    x.u ^= 0x80000000u;
    printf("%g\n", x.f);
    double next = 1.0;
    uint64_t n = bits(next) + 1;
    memcpy(&next, &n, sizeof next);
    printf("%.17g\n", next);
    return 0;
}
