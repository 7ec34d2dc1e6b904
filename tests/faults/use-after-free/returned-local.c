// test: fault
// Uses the address of a local after its function returned.
#include <stdio.h>

static int *address(void) {
    int local = 5;
    int *p = &local;
    return p;
}

int main(void) {
    int *p = address();
    printf("%d\n", *p); //~ use-after-free
    return 0;
}
