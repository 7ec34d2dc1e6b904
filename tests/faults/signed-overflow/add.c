// test: fault
// flags: --check signed-overflow
// INT_MAX + 1.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int n = INT_MAX - 2;
    for (int i = 0; i < 4; i++)
        n = n + 1; //~ signed-overflow
    printf("%d\n", n);
    return 0;
}
