// test: fault
// stdin: a line that is much longer than the buffer\n
// The fixed twin of fgets-size.c.
#include <stdio.h>

int main(void) {
    char b[10];
    if (fgets(b, sizeof b, stdin))
        printf("%c\n", b[0]);
    return 0;
}
