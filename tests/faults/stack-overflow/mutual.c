// test: fault
// Two functions that call each other without end.
#include <stdio.h>

static int odd(unsigned n);
static int even(unsigned n) { return odd(n - 1); } static int odd(unsigned n) { return even(n - 1); } //~ stack-overflow

int main(void) {
    printf("%d\n", even(10));
    return 0;
}
