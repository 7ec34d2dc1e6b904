// test: fault
// The fixed twin of strncpy-unterminated.c.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *b = malloc(4);
    strncpy(b, "abcdef", 3);
    b[3] = 0;
    printf("%s\n", b);
    free(b);
    return 0;
}
