// test: fault
// The fixed twin of index.c.
#include <stdio.h>

int main(void) {
    static const int table[4] = {1, 2, 3, 4};
    unsigned i = 6;
    printf("%d\n", table[i & 3] > 0);
    return 0;
}
