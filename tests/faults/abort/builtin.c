// test: fault
// __builtin_abort in a default branch.
#include <stdio.h>

int main(void) {
    int kind = 3;
    switch (kind) {
    case 1: printf("one\n"); break;
    default:
        __builtin_abort(); //~ abort
    }
    return 0;
}
