// test: fault
// The fixed twin of stack-read-one-past.c.
#include <stdio.h>

int main(void) {
    int a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, sum = 0;
    for (int i = 0; i < 8; i++)
        sum += a[i];
    printf("%d\n", sum != 0);
    return 0;
}
