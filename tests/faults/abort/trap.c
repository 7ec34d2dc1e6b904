// test: fault
// __builtin_trap stops the program as abort does.
#include <stdio.h>

int main(void) {
    int n = 4;
    if (n > 3)
        __builtin_trap(); //~ abort
    printf("%d\n", n);
    return 0;
}
