// test: fault
// The second index runs past its row into the next one.
#include <stdio.h>

int main(void) {
    int m[3][4] = {{0}};
    int sum = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 5; j++)
            sum += m[i][j]; //~ out-of-bounds
    printf("%d\n", sum);
    return 0;
}
