// test: fault
// The fixed twin of double.c.
#include <stdio.h>

int main(void) {
    double total = 0;
    for (int i = 0; i < 4; i++)
        total += i * 0.5;
    printf("%d\n", total < 100);
    return 0;
}
