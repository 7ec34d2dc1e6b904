// test: fault
// Calls abort.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    if (p)
        abort(); //~ abort
    free(p);
    return 0;
}
