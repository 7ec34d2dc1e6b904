// test: gen
// What is written differs from what is run: attributes of others' types, names of second returns, the rest of
// unions, jumps past declarations, fields wider than `int`, bytes that are compared.
// (No run of the machine is behind a gate, only proofs are.)
// expect-infeasible: branch 0
#include <stdatomic.h>
#include <stdint.h>

void set_handler(void (*h)(void) __attribute__((noreturn)));

int returns_after_all(int x) {
    int i;
    for (i = 0; i < x; i++) {
        if (i == 2)
            set_handler(0);
    }
    if (i > 5)
        return 1;
    return 0;
}

struct noreturn_config {
    int a;
};
int probe(struct noreturn_config *c);

int returns_by_name(struct noreturn_config *c) {
    if (probe(c) < 0)
        return -1;
    if (c)
        return 1;
    return 0;
}

union mixed {
    char c;
    int i;
};

int rest_of_union(int x) {
    union mixed u = {x};
    if (u.i > 127 || u.i < -128)
        return 1;
    return 0;
}

int rest_of_cast(char x) {
    union mixed u = (union mixed)x;
    if (u.i > 127 || u.i < -128)
        return 1;
    return 0;
}

int past_declaration(int n) {
    int r = 0;
    for (int i = 0; i < 3; i++) {
        switch (i) {
            int x;
        case 0:
            x = 5;
            r += *(&x);
            break;
        case 1:
            r = n;
            break;
        case 2:
            if (x != 5)
                return 1;
        }
    }
    return r;
}

int into_a_block(int n) {
    int first = 1;
    {
        int x;
        if (n > 3)
            return 2;
        x = 7;
    again:
        if (!first) {
            if (x != 7)
                return 1;
            return 0;
        }
        first = 0;
    }
    goto again;
}

struct wide {
    unsigned long long a : 40;
};

int width_of_field(struct wide *p) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    if (!p)
        return -1;
    if (p->a >= 0x8000000000ULL) {
        if ((p->a << 1) < 0x10000000000ULL)
            return 1;
        return 2;
    }
    return 0;
}

int bytes_of_number(_Atomic double *p, double e) {
    if (!p)
        return -1;
    if (atomic_compare_exchange_strong(p, &e, 1.0)) {
        if (e != e)
            return 1;
        return 2;
    }
    return 0;
}

int __setjmp(void *);
void resume(void *);
static long buffer[64];

int returns_again(void) {
    int x = 0;
    if (__setjmp(buffer)) {
        if (x == 1)
            return 1;
        return 2;
    }
    x = 1;
    resume(buffer);
    return 0;
}
