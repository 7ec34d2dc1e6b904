// test: gen
// A record whose numbers have another order of bytes, for compilers that know the attribute.
// (No run of the machine is behind a gate, only proofs are.)
// expect-infeasible: branch 0
#include <stdint.h>

struct __attribute__((scalar_storage_order("big-endian"))) big {
    uint16_t v;
};

int first_byte(struct big *p) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    if (!p)
        return -1;
    p->v = 1;
    if (((uint8_t *)p)[0] == 1)
        return 1;
    return 0;
}
