// test: fault
// strcpy of a string longer than its destination.
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[8];
    strcpy(b, "nine char"); //~ out-of-bounds
    printf("%c\n", b[0]);
    return 0;
}
