// test: fault
// Not every path sets the variable.
#include <stdio.h>

static int weight(int kind) {
    int w;
    switch (kind) {
    case 0: w = 1; break;
    case 1: w = 10; break;
    }
    return w + 1; //~ uninitialised-read
}

int main(void) {
    printf("%d\n", weight(0) + weight(1));
    printf("%d\n", weight(2) > 0);
    return 0;
}
