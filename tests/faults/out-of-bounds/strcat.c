// test: fault
// strcat where there is no room for the terminator.
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[8] = "abcd";
    const char *more = "efgh";
    strcat(b, more); //~ out-of-bounds
    printf("%c\n", b[0]);
    return 0;
}
