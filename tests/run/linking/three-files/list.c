#include "list.h"
#include "list_private.h"
#include <stdlib.h>

int list_total, list_live = 0;

struct list *list_new(void) {
    list_live++;
    return calloc(1, sizeof(struct list));
}
void list_push(struct list *l, int v) {
    struct cell *c = malloc(sizeof *c);
    *c = (struct cell){v, l->head};
    l->head = c;
    l->length++;
    list_total += v;
}
void list_reverse(struct list *l) {
    struct cell *done = NULL, *next;
    for (struct cell *c = l->head; c; c = next) {
        next = c->next;
        c->next = done;
        done = c;
    }
    l->head = done;
}
int list_length(const struct list *l) { return l->length; }
void list_free(struct list *l) {
    while (l->head) {
        struct cell *c = l->head;
        l->head = c->next;
        free(c);
    }
    free(l);
    list_live--;
}
