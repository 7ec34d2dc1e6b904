// test: fault
// stdin: a line that is much longer than the buffer\n
// fgets is told that the buffer is larger than it is.
#include <stdio.h>

int main(void) {
    char b[10];
    if (fgets(b, 100, stdin)) //~ out-of-bounds
        printf("%c\n", b[0]);
    return 0;
}
