// test: fault
// flags: --check bad-shift
// A negative shift count.
#include <stdio.h>

int main(void) {
    int v = 1024, r = 0;
    for (int n = 2; n >= -1; n--)
        r += v >> n; //~ bad-shift
    printf("%d\n", r != 0);
    return 0;
}
