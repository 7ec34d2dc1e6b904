// test: fault
// The fixed twin of copied-struct.c.
#include <stdio.h>
#include <string.h>

struct s { int a, b; };

int main(void) {
    struct s x, y, z;
    x.a = 1;
    x.b = 2;
    y = x;
    memcpy(&z, &y, sizeof z);
    printf("%d\n", z.a);
    if (z.b == 5)
        printf("five\n");
    return 0;
}
