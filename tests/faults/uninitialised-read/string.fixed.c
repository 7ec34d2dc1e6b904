// test: fault
// The fixed twin of string.c.
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[16] = "";
    size_t n = strlen(b);
    printf("%d\n", n < 1000);
    return 0;
}
