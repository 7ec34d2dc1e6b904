// test: fault
// The fixed twin of integer.c.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int x = 1;
    uintptr_t address = 0xdeadbeef0;
    address = (uintptr_t)&x;
    int v = *(int *)address;
    printf("%d\n", v + x);
    return 0;
}
