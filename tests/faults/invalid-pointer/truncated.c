// test: fault
// Bytes that never were an address are used as one.
#include <stdio.h>
#include <string.h>

int main(void) {
    unsigned long pattern = 0xa5a5a5a5a5a50000;
    int *p, x = 2;
    memcpy(&p, &pattern, sizeof p);
    *p = 1; //~ invalid-pointer
    printf("%d\n", x);
    return 0;
}
