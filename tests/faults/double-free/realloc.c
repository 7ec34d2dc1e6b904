// test: fault
// Frees the pointer that realloc already released.
#include <stdlib.h>

int main(void) {
    char *p = malloc(8);
    char *q = realloc(p, 100000);
    free(p); //~ double-free
    free(q);
    return 0;
}
