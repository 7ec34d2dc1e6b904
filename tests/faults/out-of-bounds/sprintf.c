// test: fault
// sprintf writes more than the buffer holds.
#include <stdio.h>

int main(void) {
    char b[8];
    int n = 1234567;
    sprintf(b, "n=%d", n); //~ out-of-bounds
    printf("%c\n", b[0]);
    return 0;
}
