// test: fault
// The fixed twin of two-dimensional.c.
#include <stdio.h>

int main(void) {
    int m[3][4] = {{0}};
    int sum = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++)
            sum += m[i][j];
    printf("%d\n", sum);
    return 0;
}
