// test: fault
// Frees memory from alloca.
#include <alloca.h>
#include <stdlib.h>

int main(void) {
    char *p = alloca(32);
    p[0] = 'x';
    free(p); //~ invalid-free
    return 0;
}
