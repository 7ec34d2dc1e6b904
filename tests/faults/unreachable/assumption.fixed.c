// test: fault
// The fixed twin of assumption.c.
#include <stdio.h>

#define assume(x) do { if (!(x)) __builtin_unreachable(); } while (0)

static int last_digit(int n) {
    if (n < 0)
        n = -n;
    assume(n >= 0);
    return n % 10;
}

int main(void) {
    printf("%d\n", last_digit(123));
    printf("%d\n", last_digit(-7));
    return 0;
}
