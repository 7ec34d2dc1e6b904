// test: fault
// flags: --check signed-overflow
// The fixed twin of add.c.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int n = INT_MAX - 2;
    for (int i = 0; i < 4; i++)
        n = n < INT_MAX ? n + 1 : n;
    printf("%d\n", n);
    return 0;
}
