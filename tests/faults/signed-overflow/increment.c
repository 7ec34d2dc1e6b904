// test: fault
// flags: --check signed-overflow
// ++ at the largest int.
#include <stdio.h>

int main(void) {
    int i = 2147483647;
    i++; //~ signed-overflow
    printf("%d\n", i);
    return 0;
}
