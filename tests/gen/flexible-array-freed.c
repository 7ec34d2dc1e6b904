// test: gen
// An input with a flexible array that the function frees.
// clew-gen: -f drop
// expect-total: branch 6
// expect-covered: branch 6
#include <stdlib.h>

struct packet {
    int length;
    int data[];
};

int drop(struct packet *p) {
    if (p && p->length == 2 && p->data[1] == 99) {
        free(p);
        return 1;
    }
    return 0;
}
