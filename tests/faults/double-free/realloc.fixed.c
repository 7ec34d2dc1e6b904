// test: fault
// The fixed twin of realloc.c.
#include <stdlib.h>

int main(void) {
    char *p = malloc(8);
    char *q = realloc(p, 100000);
    free(q);
    return 0;
}
