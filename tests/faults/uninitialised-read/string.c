// test: fault
// Prints a buffer that was never filled.
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[16];
    size_t n = strlen(b); //~ uninitialised-read
    printf("%d\n", n < 1000);
    return 0;
}
