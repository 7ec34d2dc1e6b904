// test: gen
// Operands that run code and do not meet: their order does not matter, and proofs stand.
// expect-infeasible: branch 10
#include <stdlib.h>
#include <string.h>

static int count;
static int limit = 3;

static int next(void) {
    return ++count;
}

static int square(int x) {
    return x * x;
}

int of_pure_calls(int x) {
    int r = square(x & 3) + square(x & 1);
    if (r > 10)
        return 1;
    return 0;
}

int of_a_local(int x) {
    int n = x & 7;
    n += next();
    int m = (x & 7) * 0 + n * 0 + next() * 0;
    if (m)
        return 1;
    return 0;
}

int of_sequences(int x) {
    count = 0;
    int r = (next(), next());
    if (r != 2)
        return 1;
    if (next() == 3 && next() != 4)
        return 2;
    return x;
}

int of_another_object(void) {
    static int last;
    last = 4;
    int r = last + next() * 0;
    if (r != 4)
        return 1;
    return 0;
}

int of_the_library(const char *s) {
    if (!s)
        return -1;
    int r = abs(count) - abs(count) + (strlen(s) > 3 ? 1 : 0);
    if (r > 1)
        return 1;
    return 0;
}

struct list {
    int *items[2];
};

int of_a_place(struct list *l, int i) {
    if (!l)
        return -1;
    i &= 1;
    l->items[i] = malloc(sizeof(int));
    if (i > 1)
        return 1;
    return limit;
}

int of_a_builtin(const unsigned *p) {
    if (!p)
        return -1;
    int r = (int)(*p & 1u) + __builtin_popcount(*p);
    if (r > 33)
        return 1;
    return 0;
}

int of_the_same_builtin(const unsigned *p) {
    if (!p)
        return -1;
    int r = (int)(*p & 1u) + __builtin_popcount(*p);
    if (r > 33)
        return 1;
    return 0;
}
