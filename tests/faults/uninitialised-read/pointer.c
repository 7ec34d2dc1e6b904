// test: fault
// Dereferences an uninitialised pointer.
#include <stdio.h>

int main(void) {
    int x = 5;
    int *p;
    *p = x; //~ uninitialised-read
    printf("%d\n", x);
    return 0;
}
