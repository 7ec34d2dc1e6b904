// test: fault
// A member that was never set.
#include <stdio.h>

struct config { int width, height, depth; };

int main(void) {
    struct config c;
    c.width = 10;
    c.height = 20;
    if (c.width * c.height * c.depth == 0) //~ uninitialised-read
        printf("empty\n");
    else
        printf("something\n");
    return 0;
}
