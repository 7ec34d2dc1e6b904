// test: gen
// Bit-fields in their ordinary places, and macros with `typeof`, keep nothing from being proved.
// expect-infeasible: branch 7
#include <stddef.h>

struct fields {
    unsigned b : 3;
    int s : 4;
    unsigned long w : 40;
    int plain;
    struct fields *next;
};

#define LARGER(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define AROUND(p, type, member) \
    ({ const __typeof__(((type *)0)->member) *p_ = (p); (type *)((char *)p_ - offsetof(type, member)); })

int fields(struct fields *p, int n) {
    if (!p)
        return -1;
    p->b = n;
    if (p->b > 7)
        return 1;
    if (p->s > 7)
        return 2;
    p->b++;
    if (p->b + 1 > 8)
        return 3;
    p->w = n;
    if (p->w > 0xffffffffffUL)
        return 4;
    unsigned long all = p->w;
    if (all >> 40)
        return 5;
    return 0;
}

int larger(int n) {
    int m = LARGER(n, 5);
    if (m < 5)
        return 1;
    return 0;
}

int around(int *p, int n) {
    if (!p)
        return -1;
    struct fields *f = AROUND(p, struct fields, plain);
    f->plain = n & 7;
    if (f->plain > 7)
        return 1;
    return 0;
}
