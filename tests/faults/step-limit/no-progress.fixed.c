// test: fault
// flags: --max-steps 100000
// The fixed twin of no-progress.c.
#include <stdio.h>

int main(void) {
    int lo = 0, hi = 10, want = 7;
    while (lo < hi) if ((lo + hi) / 2 < want) lo = (lo + hi) / 2 + 1; else hi = (lo + hi) / 2;
    printf("%d\n", lo);
    return 0;
}
