// test: fault
// A local without initialiser is unset again at every iteration.
#include <stdio.h>

int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int v;
        if (i == 0)
            v = 5;
        if (v == 5) //~ uninitialised-read
            sum++;
    }
    printf("%d\n", sum > 0);
    return 0;
}
