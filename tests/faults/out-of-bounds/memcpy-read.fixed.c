// test: fault
// The fixed twin of memcpy-read.c.
#include <stdio.h>
#include <string.h>

int main(void) {
    int small[4] = {1, 2, 3, 4}, large[8] = {0};
    memcpy(large, small, sizeof small);
    printf("%d\n", large[0]);
    return 0;
}
