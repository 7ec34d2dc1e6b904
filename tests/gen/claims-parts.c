// test: gen
// Nothing is proved of complex numbers and vectors, whose arithmetic compilers have each their own rules for, and
// nothing of what a device answers.
// clew-gen: -f parts -f elements -f device
// expect-total: branch 12
// expect-covered: branch 6
// expect-infeasible: branch 0
#include <stdint.h>

#define STATUS (*(volatile uint32_t *)0x40011000u)

typedef int i4 __attribute__((vector_size(16)));

int parts(_Complex double z, int n) {
    _Complex int k = n + 2i;
    if (__imag__ k != 2)
        return 1;
    if (STATUS != STATUS)
        return 2;
    return __real__ z > 0;
}

int elements(i4 v) {
    i4 w = v & 7;
    if (w[1] > 7)
        return 1;
    if (w[2] < 0)
        return 2;
    i4 m = v > 5;
    if (m[0] == 1)
        return 3;
    return 0;
}

int device(int x) {
    *(volatile int *)0x40020000 = x;
    if (*(volatile int *)0x40020000 != x)
        return 1;
    return 0;
}
