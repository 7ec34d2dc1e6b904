// test: fault
// The fixed twin of struct-copy.c.
#include <stddef.h>
#include <stdio.h>

struct s { long v[4]; };

int main(void) {
    struct s a = {{1, 2, 3, 4}}, *p = NULL;
    struct s room;
    p = &room;
    *p = a;
    printf("%ld\n", p->v[2]);
    return 0;
}
