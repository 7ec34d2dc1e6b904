// test: gen
// Addresses of locals as values, marks in records, and what may fail or change errno.
// expect-infeasible: branch 0
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct packet {
    uint8_t header[0];
    uint16_t a, b;
    uint8_t tail[0];
    uint32_t c;
};

void __VERIFIER_nondet_memory(void *, size_t);

int number_of_local(int *p) {
    int x = 5;
    uintptr_t u = (uintptr_t)&x, v = (uintptr_t)p;
    if (u == v)
        return 1;
    return 0;
}

int address_of_local(int *p) {
    int x;
    if (p == &x)
        return 1;
    return 0;
}

int mark(struct packet *p) {
    if (!p)
        return -1;
    if (p->header[3] == 7)
        return 1;
    return 0;
}

int filled(void) {
    int x = 0;
    __VERIFIER_nondet_memory(&x, sizeof x);
    if (x)
        return 1;
    return 0;
}

int root(int *e, double x) {
    if (!e)
        return -1;
    *e = 0;
    double y = __builtin_sqrt(x);
    if (*e)
        return 1;
    return y > 3.0;
}

int exchanged(void *q) {
    atomic_int *p = q;
    if (!p)
        return -1;
    int e = 3;
    if (!atomic_compare_exchange_weak(p, &e, 4)) {
        if (e == 3)
            return 1;
    }
    return 0;
}
