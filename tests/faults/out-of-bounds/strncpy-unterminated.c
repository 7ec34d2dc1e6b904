// test: fault
// strncpy leaves no terminator; printf then reads past the buffer.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *b = malloc(4);
    strncpy(b, "abcdef", 4);
    printf("%s\n", b); //~ out-of-bounds
    free(b);
    return 0;
}
