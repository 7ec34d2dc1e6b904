// test: fault
// The fixed twin of into-other-object.c.
#include <stdio.h>

static int a[10], b[1000];

int main(void) {
    int i = 500;
    b[0] = 1;
    b[i] = 5;
    printf("%d %d\n", a[0], b[0]);
    return 0;
}
