// test: fault
// flags: --check signed-overflow
// The fixed twin of subtract-long.c.
#include <limits.h>
#include <stdio.h>

int main(void) {
    long v = LONG_MIN + 1;
    v -= 1;
    v = (long)((unsigned long)v - 1);
    printf("%ld\n", v);
    return 0;
}
