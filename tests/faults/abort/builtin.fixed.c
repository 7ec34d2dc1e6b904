// test: fault
// The fixed twin of builtin.c.
#include <stdio.h>

int main(void) {
    int kind = 3;
    switch (kind) {
    case 1: printf("one\n"); break;
    case 3: printf("three\n"); break;
    default:
        __builtin_abort();
    }
    return 0;
}
