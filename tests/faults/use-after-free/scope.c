// test: fault
// Uses the address of a block's local after the block.
#include <stdio.h>

int main(void) {
    int *p;
    {
        int x = 1;
        p = &x;
        *p += 1;
    }
    *p += 1; //~ use-after-free
    printf("end\n");
    return 0;
}
