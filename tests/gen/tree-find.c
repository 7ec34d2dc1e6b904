// test: gen
// Search in a binary tree: found at the root, below, or missing.
// clew-gen: -f find_depth
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
#include <stddef.h>

struct tree {
    struct tree *left, *right;
    int key;
};

int find_depth(const struct tree *tree, int key) {
    int depth = 0;
    while (tree != NULL) {
        if (tree->key == key) {
            if (depth == 2)
                return 22;
            return depth;
        }
        tree = key < tree->key ? tree->left : tree->right;
        depth++;
    }
    return -1;
}
