// test: fault
// The fixed twin of call-data.c.
#include <stdio.h>

static int data[16];
static int one(void) { return 1; }

int main(void) {
    int (*f)(void) = one;
    int r = f();
    printf("%d %d %d\n", r, data[0], one());
    return 0;
}
