// test: fault
// The fixed twin of simple.c.
#include <assert.h>
#include <stdio.h>

static int half(int n) {
    assert(n >= 0);
    return n / 2;
}

int main(void) {
    printf("%d\n", half(4));
    printf("%d\n", half(5));
    return 0;
}
