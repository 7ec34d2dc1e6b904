// test: fault
// The fixed twin of strcpy.c.
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[10];
    strcpy(b, "nine char");
    printf("%c\n", b[0]);
    return 0;
}
