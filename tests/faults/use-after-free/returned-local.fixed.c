// test: fault
// The fixed twin of returned-local.c.
#include <stdio.h>

static int *address(void) {
    static int local = 5;
    int *p = &local;
    return p;
}

int main(void) {
    int *p = address();
    printf("%d\n", *p);
    return 0;
}
