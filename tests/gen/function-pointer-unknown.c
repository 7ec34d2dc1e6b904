// test: gen
// A function pointer for which the file has no function: that it is null is no proof.
// clew-gen: -f allocate
// expect-total: branch 4
// expect-infeasible: branch 0
struct pool {
    void *(*take)(struct pool *pool, unsigned long size);
    unsigned long left;
};

int allocate(struct pool *pool, unsigned long size) {
    if (!pool->take)
        return -1;
    if (pool->left < size)
        return -2;
    pool->left -= size;
    return 0;
}
