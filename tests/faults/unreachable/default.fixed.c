// test: fault
// The fixed twin of default.c.
#include <stdio.h>

static int arms(int kind) {
    switch (kind) {
    case 0: return 10;
    case 1: return 20;
    case 2: return 30;
    default: __builtin_unreachable();
    }
}

int main(void) {
    printf("%d\n", arms(0) + arms(1));
    printf("%d\n", arms(2));
    return 0;
}
