// test: fault
// flags: --max-steps 100000
// The fixed twin of empty-loop.c.
#include <stdio.h>

int main(void) {
    volatile int stop = 0;
    printf("start\n");
    while (stop);
    return 0;
}
