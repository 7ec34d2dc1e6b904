// test: fault
// The fixed twin of list-walk.c.
#include <stdio.h>
#include <stdlib.h>

struct node { struct node *next; int v; };

int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = head;
        n->v = i;
        head = n;
    }
    for (struct node *n = head, *next; n; n = next) {
        next = n->next;
        free(n);
    }
    printf("done\n");
    return 0;
}
