// test: fault
// The fixed twin of unsigned-underflow.c.
#include <stdio.h>

int main(void) {
    int a[4] = {1, 2, 3, 4}, s = 0;
    for (unsigned i = 4; i-- > 0;)
        s += a[i];
    printf("%d\n", s);
    return 0;
}
