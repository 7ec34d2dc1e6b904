// test: gen
// Removal from a list through a pointer to the link.
// clew-gen: -f remove_key
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
#include <stddef.h>

struct node {
    int key;
    struct node *next;
};

struct list {
    struct node *head;
    int length;
};

int remove_key(struct list *list, int key) {
    if (list == NULL)
        return -1;
    struct node **link = &list->head;
    while (*link != NULL && (*link)->key != key)
        link = &(*link)->next;
    if (*link == NULL)
        return 0;
    *link = (*link)->next;
    list->length--;
    return 1;
}
