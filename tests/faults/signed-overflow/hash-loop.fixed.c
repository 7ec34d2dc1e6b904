// test: fault
// flags: --check signed-overflow
// The fixed twin of hash-loop.c.
#include <stdio.h>

int main(void) {
    const char *s = "overflowing";
    unsigned h = 17;
    for (; *s; s++)
        h = h * 31 + (unsigned char)*s;
    printf("%d\n", h != 0);
    return 0;
}
