// test: fault
// flags: --max-steps 100000
// An unsigned char never reaches 256.
#include <stdio.h>

int main(void) {
    int sum = 0;
    for (unsigned char c = 0; c < 256; c++) sum ^= c; //~ step-limit
    printf("%d\n", sum);
    return 0;
}
