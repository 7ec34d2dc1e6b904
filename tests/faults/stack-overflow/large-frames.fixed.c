// test: fault
// The fixed twin of large-frames.c.
#include <stdio.h>
#include <string.h>

static int fill(int n) { char page[65536]; memset(page, n, sizeof page); return page[n & 0xff] + (n < 20 ? fill(n + 1) : 0); }

int main(void) {
    printf("%d\n", fill(1));
    return 0;
}
