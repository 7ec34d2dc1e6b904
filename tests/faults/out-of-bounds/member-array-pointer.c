// test: fault
// The same through a pointer to the struct, on the heap, reading.
#include <stdio.h>
#include <stdlib.h>

struct matrix { int row[4]; int total; };

int main(void) {
    struct matrix *m = calloc(1, sizeof *m);
    int n = 4;
    int v = m->row[n]; //~ out-of-bounds
    printf("%d\n", v);
    free(m);
    return 0;
}
