// test: fault
// The fixed twin of sprintf.c.
#include <stdio.h>

int main(void) {
    char b[8];
    int n = 1234567;
    snprintf(b, sizeof b, "n=%d", n);
    printf("%c\n", b[0]);
    return 0;
}
