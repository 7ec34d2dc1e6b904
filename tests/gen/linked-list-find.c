// test: gen
// Search in a list: the second element must be reached.
// clew-gen: -f find_place
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
#include <stddef.h>

struct node {
    int key;
    struct node *next;
};

int find_place(const struct node *list, int key) {
    int place = 0;
    for (; list != NULL; list = list->next, place++)
        if (list->key == key)
            return place > 0 ? place : 100;
    return -1;
}
