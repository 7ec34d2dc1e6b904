// test: gen
// What a function without a body returns through a pointer is one word; the caller's objects live
// behind it.
// clew-gen: -f visit
// expect-total: branch 2
// expect-covered: branch 2
struct node {
    int key;
    void (*seen)(struct node *self, long mark);
};

int visit(struct node *node, int mark) {
    int first[3] = {mark, 2, 3};
    if (node->seen)
        node->seen(node, mark);
    {
        int second[3] = {first[0], first[1], 0};
        int *p = &second[1];
        return *p + first[2];
    }
}
