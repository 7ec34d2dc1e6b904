// test: gen
// Insertion into a sorted list: at the front, in the middle, at the end, or not at all.
// clew-gen: -f insert
// expect-total: branch 10
// expect-covered: branch 10
// expect-infeasible: branch 0
#include <stddef.h>

struct node {
    int key;
    struct node *next;
};

struct node *insert(struct node *head, struct node *fresh) {
    if (fresh == NULL)
        return head;
    if (head == NULL || fresh->key < head->key) {
        fresh->next = head;
        return fresh;
    }
    struct node *at = head;
    while (at->next != NULL && at->next->key < fresh->key)
        at = at->next;
    fresh->next = at->next;
    at->next = fresh;
    return head;
}
