// test: run
// The comma operator: order, value and type; in for, conditions, subscripts and initialisers.
#include <stdio.h>

int main(void) {
    int a = 1, b;
    b = (a += 2, a * 10);
    printf("%d %d\n", a, b);
    b = a++, a += b;
    printf("%d %d\n", a, b);
    int arr[3] = {(1, 2), (3, 4, 5)};
    printf("%d %d\n", arr[0], arr[1]);
    printf("%d\n", arr[(a = 0, a + 1)]);
    for (int i = 0, j = 9; i < j; i += 2, j -= 1)
        printf("%d,%d ", i, j);
    printf("\n");
    if (a = 5, b = 6, a < b)
        printf("less\n");
    while (a--, a > 2)
        printf("%d ", a);
    printf("\n");
    printf("%d\n", sizeof(a, (char)1) == sizeof(int) || sizeof(a, (char)1) == 1);
    int *p = (a = 3, &a);
    *p = (4, 7);
    printf("%d\n", a);
    return (printf("last\n"), 0);
}
