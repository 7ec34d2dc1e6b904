// test: fault
// A compound literal dies with its block.
#include <stdio.h>

struct p { int x, y; };

int main(void) {
    struct p *q = NULL;
    if (!q) {
        q = &(struct p){1, 2};
    }
    int v = q->y; //~ use-after-free
    printf("%d\n", v > 0);
    return 0;
}
