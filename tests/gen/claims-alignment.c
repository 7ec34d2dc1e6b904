// test: gen
// The alignment that a typedef gives goes into arrays, under qualifiers and into further typedefs; objects are
// aligned no better than they are declared.
// expect-infeasible: branch 7
#include <stdint.h>

typedef int low __attribute__((aligned(1)));
typedef low lower;
typedef low pair[2];
typedef struct {
    int a;
} low_record __attribute__((aligned(1)));

struct with_array {
    char c;
    low a[2];
};
struct with_const {
    char c;
    const low a;
};
struct with_typedef {
    char c;
    lower a;
};
struct with_pair {
    char c;
    pair a;
};
struct with_typeof {
    char c;
    __typeof__(low) a;
};

static void seven_at(char *p) {
    p[0] = 7;
    p[1] = p[2] = p[3] = 0;
}

int in_array(struct with_array *p) {
    if (!p)
        return 0;
    seven_at((char *)p + 1);
    if (p->a[0] == 7)
        return 1;
    return 2;
}

int under_const(struct with_const *p) {
    if (!p)
        return 0;
    seven_at((char *)p + 1);
    if (p->a == 7)
        return 1;
    return 2;
}

int in_typedef(struct with_typedef *p) {
    if (!p)
        return 0;
    p->a = 5;
    seven_at((char *)p + 1);
    if (p->a == 7)
        return 1;
    return 2;
}

int in_array_typedef(struct with_pair *p) {
    if (!p)
        return 0;
    p->a[0] = 5;
    seven_at((char *)p + 1);
    if (p->a[0] == 5)
        return 1;
    return 2;
}

int in_typeof(struct with_typeof *p) {
    if (!p)
        return 0;
    p->a = 5;
    seven_at((char *)p + 1);
    if (p->a == 5)
        return 1;
    return 2;
}

void told(void *);

int local(void) {
    low x;
    told(&x);
    if ((uintptr_t)&x & 3)
        return 1;
    return 0;
}

int local_array(void) {
    low x[3];
    told(x);
    if ((uintptr_t)x & 3)
        return 1;
    return 0;
}

int local_record(void) {
    low_record x;
    told(&x);
    if ((uintptr_t)&x & 3)
        return 1;
    return 0;
}

int by_attribute(void) {
    int x __attribute__((aligned(2)));
    told(&x);
    if ((uintptr_t)&x & 2)
        return 1;
    return 0;
}

static const low kept[2];

int static_array(void) {
    told((void *)kept);
    if ((uintptr_t)kept & 3)
        return 1;
    return 0;
}

int parameter(lower x) {
    told(&x);
    if ((uintptr_t)&x & 3)
        return 1;
    return 0;
}

int variable_array(int n) {
    if (n < 1 || n > 9)
        return 0;
    char x[n];
    told(x);
    if ((uintptr_t)x & 15)
        return 1;
    return 2;
}

/* Those are where C wants them. */
int natural(void) {
    int x;
    told(&x);
    if ((uintptr_t)&x & 3)
        return 1;
    return 0;
}

int better(void) {
    int x __attribute__((aligned(16)));
    told(&x);
    if ((uintptr_t)&x & 15)
        return 1;
    return 0;
}
