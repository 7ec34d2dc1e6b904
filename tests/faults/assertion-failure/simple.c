// test: fault
// An assertion that does not hold.
#include <assert.h>
#include <stdio.h>

static int half(int n) {
    assert(n % 2 == 0); //~ assertion-failure
    return n / 2;
}

int main(void) {
    printf("%d\n", half(4));
    printf("%d\n", half(5));
    return 0;
}
