// test: fault
// The fixed twin of one-past-end.c.
#include <stdio.h>

int main(void) {
    int a[3] = {1, 2, 3}, *end = a + 3, sum = 0;
    for (int *p = a; p < end; p++)
        sum += *p;
    printf("%d\n", sum != 0);
    return 0;
}
