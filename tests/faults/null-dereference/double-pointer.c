// test: fault
// The outer pointer is valid, the inner one is null.
#include <stdio.h>

struct list { struct list *next; int v; };

static void remove_value(struct list **link, int v) {
    while ((*link)->v != v) //~ null-dereference
        link = &(*link)->next;
    *link = (*link)->next;
}

int main(void) {
    struct list b = {NULL, 2}, a = {&b, 1}, *head = &a;
    remove_value(&head, 2);
    remove_value(&head, 9);
    printf("%d\n", head->v);
    return 0;
}
