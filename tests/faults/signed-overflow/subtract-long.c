// test: fault
// flags: --check signed-overflow
// LONG_MIN - 1.
#include <limits.h>
#include <stdio.h>

int main(void) {
    long v = LONG_MIN + 1;
    v -= 1;
    v -= 1; //~ signed-overflow
    printf("%ld\n", v);
    return 0;
}
