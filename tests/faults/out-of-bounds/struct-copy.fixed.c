// test: fault
// The fixed twin of struct-copy.c.
#include <stdio.h>
#include <stdlib.h>

struct small { int a; };
struct large { int a, b, c, d; };

int main(void) {
    void *p = calloc(1, sizeof(struct large));
    struct large l = *(struct large *)p;
    printf("%d\n", l.a);
    free(p);
    return 0;
}
