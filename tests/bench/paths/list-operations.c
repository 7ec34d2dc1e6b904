// test: paths
// Five operations on a sorted list: a key above zero is inserted, one below zero is removed.
// clew-gen: --entry main --exhaustive
// expect-paths: 1723
void klee_make_symbolic(void *, unsigned long, const char *);

enum { OPERATIONS = 5 };

struct node {
    struct node *next;
    int key;
};

static struct node *head;

static void insert(struct node *fresh) {
    struct node **link = &head;
    while (*link && (*link)->key < fresh->key)
        link = &(*link)->next;
    fresh->next = *link;
    *link = fresh;
}

static int remove_key(int key) {
    struct node **link = &head;
    while (*link && (*link)->key != key)
        link = &(*link)->next;
    if (!*link)
        return 0;
    *link = (*link)->next;
    return 1;
}

int main(void) {
    struct node nodes[OPERATIONS];
    signed char operations[OPERATIONS];
    int removed = 0;
    head = 0;
    klee_make_symbolic(operations, sizeof operations, "operations");
    for (int i = 0; i < OPERATIONS; i++) {
        if (operations[i] > 0) {
            nodes[i].key = operations[i];
            insert(&nodes[i]);
        } else if (operations[i] < 0) {
            removed += remove_key(-operations[i]);
        }
    }
    return removed;
}
