// test: fault
// flags: --check signed-overflow
// The fixed twin of negate.c.
#include <limits.h>
#include <stdio.h>

static int magnitude(int x) {
    if (x == INT_MIN)
        return INT_MAX;
    return x < 0 ? -x : x;
}

int main(void) {
    printf("%d\n", magnitude(-5));
    printf("%d\n", magnitude(INT_MIN));
    return 0;
}
