// test: gen
// A record with padding, unused bits and a union, made symbolic as a whole: every byte is an input.
// clew-gen: -f main
// expect-total: branch 12
// expect-covered: branch 12
// expect-infeasible: branch 0
#include "klee/klee.h"
#include <string.h>

struct point {
    int x;
    short y;
};

struct shape {
    char kind;
    unsigned visible : 3;
    union {
        struct point corner[2];
        double radius;
        const char *name;
    } as;
};

int main(void) {
    struct shape shape;
    unsigned char bytes[sizeof shape];
    klee_make_symbolic(&shape, sizeof shape, "shape");
    klee_assume(shape.as.corner[0].x > -1000 & shape.as.corner[0].x < 1000);
    if (shape.kind == 'p' && shape.as.corner[1].y == -7)
        return 1;
    if (shape.visible == 5)
        return 2;
    memcpy(bytes, &shape, sizeof bytes);
    if (bytes[2] == 0xa5)
        return 3;
    if ((bytes[1] & 0xf8) == 0x48)
        return 4;
    if (bytes[15] == 1)
        return 5;
    return 0;
}
