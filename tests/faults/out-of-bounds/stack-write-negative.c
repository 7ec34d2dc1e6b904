// test: fault
// Writes at index -1 of a local array.
#include <stdio.h>

int main(void) {
    int guard = 7, a[4] = {0};
    int i = 3;
    while (i >= -1) {
        a[i] = i; //~ out-of-bounds
        i--;
    }
    printf("%d %d\n", a[0], guard);
    return 0;
}
