// test: fault
// The fixed twin of struct-member.c.
#include <stdio.h>

struct config { int width, height, depth; };

int main(void) {
    struct config c;
    c.width = 10;
    c.height = 20;
    c.depth = 30;
    if (c.width * c.height * c.depth == 0)
        printf("empty\n");
    else
        printf("something\n");
    return 0;
}
