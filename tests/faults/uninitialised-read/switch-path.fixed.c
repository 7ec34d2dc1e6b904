// test: fault
// The fixed twin of switch-path.c.
#include <stdio.h>

static int weight(int kind) {
    int w;
    switch (kind) {
    case 0: w = 1; break;
    case 1: w = 10; break;
    default: w = 0;
    }
    return w + 1;
}

int main(void) {
    printf("%d\n", weight(0) + weight(1));
    printf("%d\n", weight(2) > 0);
    return 0;
}
