// test: fault
// The fixed twin of memset.c.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct s { int v[6]; };

int main(void) {
    struct s *p = malloc(sizeof *p);
    struct s pair[2];
    memset(p, 0, sizeof *p);
    memset(pair, 0, sizeof pair);
    printf("%d\n", p->v[0] + pair[1].v[0]);
    free(p);
    return 0;
}
