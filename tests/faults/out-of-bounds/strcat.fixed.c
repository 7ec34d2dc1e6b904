// test: fault
// The fixed twin of strcat.c.
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[9] = "abcd";
    const char *more = "efgh";
    strcat(b, more);
    printf("%c\n", b[0]);
    return 0;
}
