// test: gen
// A member that leads to several records: the code indexes it, and no length says how many there are.
// clew-gen: -f sift
// expect-total: branch 10
// expect-covered: branch 10
struct item {
    int key;
    const char *name;
};

struct heap {
    struct item *items;
    int count;
};

int sift(struct heap *h, int at) {
    if (at < 0)
        return -1;
    for (;;) {
        int child = 2 * at + 1;
        if (child >= h->count)
            return at;
        if (child + 1 < h->count && h->items[child + 1].key < h->items[child].key)
            child++;
        if (h->items[at].key <= h->items[child].key)
            return at;
        struct item item = h->items[at];
        h->items[at] = h->items[child];
        h->items[child] = item;
        at = child;
    }
}
