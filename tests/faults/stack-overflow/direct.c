// test: fault
// Recursion without end.
#include <stdio.h>

static int down(int n) { return n == 0 ? 0 : 1 + down(n - 1); } //~ stack-overflow

int main(void) {
    printf("%d\n", down(10));
    printf("%d\n", down(-1));
    return 0;
}
