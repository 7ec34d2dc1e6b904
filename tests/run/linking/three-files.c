// test: run
// files: three-files/list.c three-files/list_print.c
// A small program of three files sharing a header with an opaque type.
#include "three-files/list.h"
#include <stdio.h>

int main(void) {
    struct list *l = list_new();
    for (int i = 0; i < 10; i++)
        list_push(l, i * i % 7);
    list_print(l);
    list_reverse(l);
    list_print(l);
    printf("%d %d\n", list_length(l), list_total);
    list_free(l);
    printf("%d\n", list_live);
    return 0;
}
