// test: gen
// Functions are called through pointers, and the file has none of their types: the tests define
// them, and what they return are inputs.
// clew-gen:
// expect-total: branch 12
// expect-covered: branch 12
// expect-infeasible: branch 0
#include <stddef.h>

struct pool {
    void *(*take)(void *owner, size_t size);
    void (*give)(void *owner, void *memory);
    void *owner;
};

int exchange(struct pool *pool, size_t size) {
    void *memory;
    if (pool->take == NULL || pool->give == NULL)
        return -1;
    memory = pool->take(pool->owner, size);
    if (memory == NULL)
        return -2;
    pool->give(pool->owner, memory);
    return 0;
}

typedef int (*compare)(const char *left, const char *right);

int largest(const char *const *words, int count, compare order) {
    int best = 0;
    for (int i = 1; i < count; i++)
        if (order(words[i], words[best]) > 0)
            best = i;
    return best;
}

/* Passed on, never called. */
compare chosen(compare first, compare second) {
    if (first)
        return first;
    return second;
}
