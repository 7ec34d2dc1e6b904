// test: fault
// The fixed twin of member-array-pointer.c.
#include <stdio.h>
#include <stdlib.h>

struct matrix { int row[4]; int total; };

int main(void) {
    struct matrix *m = calloc(1, sizeof *m);
    int n = 4;
    int v = m->row[n - 1];
    printf("%d\n", v);
    free(m);
    return 0;
}
