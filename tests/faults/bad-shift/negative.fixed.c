// test: fault
// flags: --check bad-shift
// The fixed twin of negative.c.
#include <stdio.h>

int main(void) {
    int v = 1024, r = 0;
    for (int n = 2; n >= -1; n--)
        r += n < 0 ? v * 2 : v >> n;
    printf("%d\n", r != 0);
    return 0;
}
