// test: fault
// Off by one: reads the element after the last of a local array.
#include <stdio.h>

int main(void) {
    int a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, sum = 0;
    for (int i = 0; i <= 8; i++)
        sum += a[i]; //~ out-of-bounds
    printf("%d\n", sum != 0);
    return 0;
}
