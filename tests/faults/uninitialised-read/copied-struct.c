// test: fault
// Copying an unset member is no fault; reading the copy is.
#include <stdio.h>
#include <string.h>

struct s { int a, b; };

int main(void) {
    struct s x, y, z;
    x.a = 1;
    y = x;
    memcpy(&z, &y, sizeof z);
    printf("%d\n", z.a);
    if (z.b == 5) //~ uninitialised-read
        printf("five\n");
    return 0;
}
