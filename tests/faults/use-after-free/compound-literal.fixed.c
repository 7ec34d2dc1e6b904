// test: fault
// The fixed twin of compound-literal.c.
#include <stdio.h>

struct p { int x, y; };

int main(void) {
    struct p *q = NULL;
    struct p room;
    if (!q) {
        room = (struct p){1, 2};
        q = &room;
    }
    int v = q->y;
    printf("%d\n", v > 0);
    return 0;
}
