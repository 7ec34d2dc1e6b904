// test: fault
// Dereferences an integer turned pointer.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int x = 1;
    uintptr_t address = 0xdeadbeef0;
    int v = *(int *)address; //~ invalid-pointer
    printf("%d\n", v + x);
    return 0;
}
