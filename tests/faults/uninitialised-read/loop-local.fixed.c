// test: fault
// The fixed twin of loop-local.c.
#include <stdio.h>

int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int v = 0;
        if (i == 0)
            v = 5;
        if (v == 5)
            sum++;
    }
    printf("%d\n", sum > 0);
    return 0;
}
