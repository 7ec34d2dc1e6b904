// test: fault
// The fixed twin of simple.c.
#include <stdlib.h>

int main(void) {
    char *p = malloc(10);
    free(p);
    p = NULL;
    free(p);
    return 0;
}
