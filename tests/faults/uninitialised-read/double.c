// test: fault
// Arithmetic on an uninitialised double.
#include <stdio.h>

int main(void) {
    double total;
    for (int i = 0; i < 4; i++)
        total += i * 0.5; //~ uninitialised-read
    printf("%d\n", total < 100);
    return 0;
}
