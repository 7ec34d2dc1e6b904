/* Lists, trees, recursion and congruences. */
#include <stddef.h>
#include <stdint.h>

struct node {
    int key;
    struct node *next;
};

int list_find(const struct node *list, int key) {
    const struct node *p = list;
    int steps = 0;
    while (p != NULL && p->key != key) {
        p = p->next;
        if (steps < 100)
            steps++;
    }
    if (p != NULL && p->key != key) /* never: 2 */
        return -1;
    if (steps > 100) /* never */
        return -2;
    if (p == NULL) /* trap */
        return 0;
    return 1;
}

int list_last(const struct node *list) {
    if (list == NULL)
        return -1;
    while (list->next != NULL)
        list = list->next;
    if (list == NULL) /* never */
        return -2;
    if (list->next != NULL) /* never */
        return -3;
    if (list->key == 7) /* trap */
        return 1;
    return 0;
}

int list_count_signs(const struct node *list) {
    unsigned positive = 0, others = 0, all = 0;
    for (; list; list = list->next) {
        if (list->key > 0)
            positive++;
        else
            others++;
        all++;
    }
    if (positive + others != all) /* never */
        return -1;
    if (positive == others) /* trap */
        return 1;
    return 0;
}

struct tree {
    int key;
    struct tree *left, *right;
};

int tree_find(const struct tree *t, int key) {
    int low_turns = 0;
    while (t) {
        if (key == t->key)
            break;
        if (key < t->key) {
            t = t->left;
            low_turns = 1;
        } else {
            t = t->right;
        }
    }
    if (t && t->key != key) /* never: 2 */
        return -1;
    if (low_turns != 0 && low_turns != 1) /* never: 2 */
        return -2;
    if (!t) /* trap */
        return 0;
    return 1;
}

int depth(const struct tree *t) {
    if (t == NULL)
        return 0;
    int left = depth(t->left);
    int right = depth(t->right);
    if (left < 0) /* never */
        return -1;
    if (right < 0) /* never */
        return -2;
    int deeper = left > right ? left : right;
    return deeper >= 100 ? 100 : deeper + 1;
}

static int digits_of(unsigned x) {
    if (x < 10)
        return 1;
    int rest = digits_of(x / 10);
    if (rest > 20)
        return 20;
    return rest + 1;
}

int width(unsigned x) {
    int n = digits_of(x);
    if (n < 1) /* never */
        return -1;
    if (n > 21) /* never */
        return -2;
    if (n == 10) /* trap */
        return 1;
    return 0;
}

int multiple(const uint8_t *p, int n) {
    uint32_t offset = 0;
    for (int i = 0; i < n; i++) {
        offset += 4;
        if (p[i] == 0)
            offset += 8;
        if (offset % 4 != 0) /* never */
            return -1;
    }
    if (offset & 3) /* never */
        return -2;
    if (offset % 8 == 4) /* trap */
        return 1;
    return 0;
}

int strided(unsigned n) {
    unsigned i;
    if (n > 1000000)
        return -2;
    for (i = 1; i < n; i += 3) {
        if (i % 3 != 1) /* never */
            return -1;
    }
    if (i >= n + 3 && n > 0) /* never: 1 */
        return -3;
    if (i == n) /* trap */
        return 1;
    return 0;
}
