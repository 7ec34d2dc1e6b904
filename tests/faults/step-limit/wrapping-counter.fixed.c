// test: fault
// flags: --max-steps 100000
// The fixed twin of wrapping-counter.c.
#include <stdio.h>

int main(void) {
    int sum = 0;
    for (unsigned char c = 0; c < 255; c++) sum ^= c;
    printf("%d\n", sum);
    return 0;
}
