// test: fault
// The fixed twin of int.c.
#include <stdio.h>

static int mean(int total, int count) {
    if (count == 0)
        return 0;
    return total / count;
}

int main(void) {
    printf("%d\n", mean(10, 5));
    printf("%d\n", mean(0, 0));
    return 0;
}
