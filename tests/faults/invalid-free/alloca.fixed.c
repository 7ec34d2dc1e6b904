// test: fault
// The fixed twin of alloca.c.
#include <alloca.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(32);
    p[0] = 'x';
    free(p);
    return 0;
}
