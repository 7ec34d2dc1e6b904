// test: fault
// The fixed twin of direct.c.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    if (!p)
        abort();
    free(p);
    return 0;
}
