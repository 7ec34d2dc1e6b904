// test: fault
// flags: --max-steps 100000
// A loop without end.
#include <stdio.h>

int main(void) {
    volatile int stop = 0;
    printf("start\n");
    while (!stop); //~ step-limit
    return 0;
}
