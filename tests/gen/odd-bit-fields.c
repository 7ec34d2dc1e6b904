// test: gen
// Bit-fields of enumerations and of _Bool, constant members, fields without names.
// compilers: all
// expect-total: branch 20
// expect-covered: branch 20
#include <stdbool.h>

enum color { RED, GREEN, BLUE };

struct flags {
    enum color c : 2;
    _Bool on : 1;
    bool off : 1;
    signed int s : 3;
    unsigned : 0;
    unsigned long long wide : 40;
    const int fixed;
    int : 4;
    const enum color cc : 3;
};

int paint(struct flags *f, struct flags g) {
    if (!f)
        return 0;
    if (f->c == BLUE && f->on)
        return 1;
    if (f->s == -2 && !f->off)
        return 2;
    if (f->fixed == 9)
        return 3;
    if (g.wide > 0xfffffffffull)
        return 4;
    if (g.fixed == 4)
        return 7;
    if (g.cc == BLUE)
        return 9;
    return 5;
}

struct flags make(int c) {
    struct flags r = {.c = GREEN, .fixed = c};
    if (c > 3)
        r.on = 1;
    return r;
}
