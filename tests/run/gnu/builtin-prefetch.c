// test: run
// Prefetching does nothing, but its argument is evaluated.
#include <stdio.h>

static int table[4] = {1, 2, 3, 4};
static int calls;

static int *next(void) { return &table[calls++]; }

int main(void) {
    int *p = table;
    __builtin_prefetch(p++);
    __builtin_prefetch(++p, 0, 3);
    __builtin_prefetch(next(), 1);
    printf("%td %d\n", p - table, calls);
    return 0;
}
