// test: fault
// An uninitialised index.
#include <stdio.h>

int main(void) {
    static const int table[4] = {1, 2, 3, 4};
    unsigned i;
    printf("%d\n", table[i & 3] > 0); //~ uninitialised-read
    return 0;
}
