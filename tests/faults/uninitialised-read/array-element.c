// test: fault
// One element of a local array was skipped.
#include <stdio.h>

int main(void) {
    int v[10], sum = 0;
    for (int i = 1; i < 10; i++)
        v[i] = i;
    for (int i = 9; i >= 0; i--)
        if (v[i] > 3) //~ uninitialised-read
            sum++;
    printf("%d\n", sum);
    return 0;
}
