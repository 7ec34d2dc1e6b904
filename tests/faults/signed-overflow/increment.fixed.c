// test: fault
// flags: --check signed-overflow
// The fixed twin of increment.c.
#include <stdio.h>

int main(void) {
    int i = 2147483647;
    i--;
    printf("%d\n", i);
    return 0;
}
