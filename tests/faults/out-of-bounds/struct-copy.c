// test: fault
// Copies a whole struct from an object that is smaller.
#include <stdio.h>
#include <stdlib.h>

struct small { int a; };
struct large { int a, b, c, d; };

int main(void) {
    void *p = calloc(1, sizeof(struct small));
    struct large l = *(struct large *)p; //~ out-of-bounds
    printf("%d\n", l.a);
    free(p);
    return 0;
}
