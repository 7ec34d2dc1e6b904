// test: fault
// Integer division by zero.
#include <stdio.h>

static int mean(int total, int count) {
    return total / count; //~ division-by-zero
}

int main(void) {
    printf("%d\n", mean(10, 5));
    printf("%d\n", mean(0, 0));
    return 0;
}
