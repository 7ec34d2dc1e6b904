#include "list.h"
#include "list_private.h"
#include <stdio.h>

void list_print(const struct list *l) {
    for (const struct cell *c = l->head; c; c = c->next)
        printf("%d ", c->value);
    printf("\n");
}
