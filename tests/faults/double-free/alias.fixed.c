// test: fault
// The fixed twin of alias.c.
#include <stdio.h>
#include <stdlib.h>

struct box { int *data; };

int main(void) {
    struct box a = {malloc(sizeof(int))}, b = a;
    *a.data = 3;
    printf("%d\n", *b.data);
    free(a.data);
    b.data = NULL;
    return 0;
}
