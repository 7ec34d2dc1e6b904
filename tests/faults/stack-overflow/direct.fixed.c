// test: fault
// The fixed twin of direct.c.
#include <stdio.h>

static int down(int n) { return n <= 0 ? 0 : 1 + down(n - 1); }

int main(void) {
    printf("%d\n", down(10));
    printf("%d\n", down(-1));
    return 0;
}
