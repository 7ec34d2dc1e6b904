// test: fault
// The fixed twin of pointer.c.
#include <stdio.h>

int main(void) {
    int x = 5;
    int y, *p = &y;
    *p = x;
    printf("%d\n", x);
    return 0;
}
