// test: fault
// The fixed twin of double-pointer.c.
#include <stdio.h>

struct list { struct list *next; int v; };

static void remove_value(struct list **link, int v) {
    while (*link && (*link)->v != v)
        link = &(*link)->next;
    if (!*link)
        return;
    *link = (*link)->next;
}

int main(void) {
    struct list b = {NULL, 2}, a = {&b, 1}, *head = &a;
    remove_value(&head, 2);
    remove_value(&head, 9);
    printf("%d\n", head->v);
    return 0;
}
