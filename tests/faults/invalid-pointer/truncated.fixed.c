// test: fault
// The fixed twin of truncated.c.
#include <stdio.h>
#include <string.h>

int main(void) {
    unsigned long pattern = 0xa5a5a5a5a5a50000;
    int *p, x = 2;
    memcpy(&p, &pattern, sizeof p);
    p = &x;
    *p = 1;
    printf("%d\n", x);
    return 0;
}
