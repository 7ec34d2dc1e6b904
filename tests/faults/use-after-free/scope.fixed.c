// test: fault
// The fixed twin of scope.c.
#include <stdio.h>

int main(void) {
    int *p;
    int x;
    {
        x = 1;
        p = &x;
        *p += 1;
    }
    *p += 1;
    printf("end\n");
    return 0;
}
