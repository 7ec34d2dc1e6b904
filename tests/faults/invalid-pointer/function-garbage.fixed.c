// test: fault
// The fixed twin of function-garbage.c.
#include <stdint.h>
#include <stdio.h>

static int twice(int x) { return 2 * x; }

int main(void) {
    int (*f)(int) = twice;
    int r = f(4);
    printf("%d %d\n", r, twice(1));
    return 0;
}
