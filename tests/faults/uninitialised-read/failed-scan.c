// test: fault
// sscanf fails, its target stays unset.
#include <stdio.h>

int main(void) {
    int v;
    sscanf("abc", "%d", &v);
    if (v > 0) //~ uninitialised-read
        printf("positive\n");
    return 0;
}
