// test: paths
// Five symbolic keys put into a binary search tree, equal keys counted instead: one path for
// each weak order of five numbers.
// clew-gen: --entry main --exhaustive
// expect-paths: 541
void klee_make_symbolic(void *, unsigned long, const char *);

enum { KEYS = 5 };

struct tree {
    struct tree *left, *right;
    int key, times;
};

static void insert(struct tree **link, struct tree *fresh) {
    while (*link) {
        if (fresh->key == (*link)->key) {
            (*link)->times++;
            return;
        }
        link = fresh->key < (*link)->key ? &(*link)->left : &(*link)->right;
    }
    *link = fresh;
}

static int depth(const struct tree *tree) {
    if (!tree)
        return 0;
    int left = depth(tree->left), right = depth(tree->right);
    return 1 + (left > right ? left : right);
}

int main(void) {
    struct tree nodes[KEYS] = {{0}}, *root = 0;
    int keys[KEYS];
    klee_make_symbolic(keys, sizeof keys, "keys");
    for (int i = 0; i < KEYS; i++) {
        nodes[i].key = keys[i];
        insert(&root, &nodes[i]);
    }
    return depth(root);
}
