// test: fault
// An index so large that it lands in what is another object.
#include <stdio.h>

static int a[10], b[1000];

int main(void) {
    int i = 500;
    b[0] = 1;
    a[i] = 5; //~ out-of-bounds
    printf("%d %d\n", a[0], b[0]);
    return 0;
}
