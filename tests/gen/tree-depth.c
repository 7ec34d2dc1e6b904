// test: gen
// Depth of a binary tree, by recursion.
// clew-gen: -f depth
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
#include <stddef.h>

struct tree {
    struct tree *left, *right;
    int key;
};

int depth(const struct tree *tree) {
    if (tree == NULL)
        return 0;
    int left = depth(tree->left);
    int right = depth(tree->right);
    return 1 + (left > right ? left : right);
}
