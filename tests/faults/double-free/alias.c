// test: fault
// Frees through two names of one object.
#include <stdio.h>
#include <stdlib.h>

struct box { int *data; };

int main(void) {
    struct box a = {malloc(sizeof(int))}, b = a;
    *a.data = 3;
    printf("%d\n", *b.data);
    free(a.data);
    free(b.data); //~ double-free
    return 0;
}
