/* Linked lists and trees. */
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

// fault list_prepend: next = head => next = NULL
struct node *list_prepend(struct node *head, int key) {
    struct node *made = malloc(sizeof *made);
    if (!made)
        return head;
    made->key = key;
    made->next = head;
    return made;
}

// fault list_reverse: node->next = done => node->next = node
struct node *list_reverse(struct node *head) {
    struct node *done = NULL;
    while (head) {
        struct node *node = head;
        head = head->next;
        node->next = done;
        done = node;
    }
    return done;
}

// fault list_remove: *at = node->next => *at = NULL
int list_remove(struct node **at, int key) {
    while (*at) {
        if ((*at)->key == key) {
            struct node *node = *at;
            *at = node->next;
            free(node);
            return 1;
        }
        at = &(*at)->next;
    }
    return 0;
}

// fault list_insert_sorted: made->next = *at => made->next = NULL
int list_insert_sorted(struct node **at, int key) {
    struct node *made;
    while (*at && (*at)->key < key)
        at = &(*at)->next;
    made = malloc(sizeof *made);
    if (!made)
        return 0;
    made->key = key;
    made->next = *at;
    *at = made;
    return 1;
}

struct tree {
    int key;
    struct tree *left, *right;
};

// fault tree_rotate: top->left = below->right => top->left = NULL
struct tree *tree_rotate(struct tree *top) {
    struct tree *below;
    if (top == NULL || top->left == NULL)
        return top;
    below = top->left;
    top->left = below->right;
    below->right = top;
    return below;
}

// fault tree_least: return t->key => return -t->key
int tree_least(const struct tree *t) {
    if (!t)
        return 0;
    while (t->left)
        t = t->left;
    return t->key;
}

struct ring {
    int items[4];
    unsigned first, used;
};

// fault ring_put: r->used++ => r->first++
int ring_put(struct ring *r, int item) {
    if (r->used >= 4 || r->first >= 4)
        return 0;
    r->items[(r->first + r->used) % 4] = item;
    r->used++;
    return 1;
}
