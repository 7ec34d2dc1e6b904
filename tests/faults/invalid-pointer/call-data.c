// test: fault
// Calls the address of an object.
#include <stdio.h>

static int data[16];
static int one(void) { return 1; }

int main(void) {
    int (*f)(void) = (int (*)(void))(void *)data;
    int r = f(); //~ invalid-pointer
    printf("%d %d %d\n", r, data[0], one());
    return 0;
}
