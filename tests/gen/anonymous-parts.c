// test: gen
// Structs and unions without names, in each other and as globals.
// compilers: all
// expect-total: branch 20
// expect-covered: branch 20
struct outer {
    int tag;
    union {
        struct {
            int x;
            unsigned char y;
        };
        struct {
            short a, b;
        } s;
        double d;
    };
    struct {
        int in;
        struct {
            int deep;
        } m[2];
    } n;
};

struct {
    int a;
    struct {
        int b;
    };
} global, *leads;

int walk(struct outer *o) {
    if (!o)
        return 0;
    if (o->tag == 1)
        return o->x == 3 && o->y == 4;
    if (o->tag == 2)
        return o->d > 2.5;
    if (o->n.m[1].deep == 7)
        return 3;
    return global.b == 4 ? 4 : 5;
}

int follow(void) {
    if (leads && leads->b == 3)
        return 1;
    return 0;
}

struct outer give(int x) {
    struct outer o = {0};
    o.tag = x;
    if (x > 3)
        o.d = 2.5;
    return o;
}
