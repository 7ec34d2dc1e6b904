// test: fault
// The fixed twin of narrow.c.
#include <stdio.h>

int main(void) {
    unsigned char step = 250;
    int r = 0;
    for (int i = 0; i < 3; i++) {
        step += 3;
        r += step ? 100 / step : 0;
    }
    printf("%d\n", r);
    return 0;
}
