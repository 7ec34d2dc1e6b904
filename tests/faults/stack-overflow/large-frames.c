// test: fault
// Few calls, but large frames.
#include <stdio.h>
#include <string.h>

static int fill(int n) { char page[65536]; memset(page, n, sizeof page); return page[n & 0xff] + fill(n + 1); } //~ stack-overflow

int main(void) {
    printf("%d\n", fill(1));
    return 0;
}
