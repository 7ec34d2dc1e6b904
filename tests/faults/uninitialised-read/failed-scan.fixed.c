// test: fault
// The fixed twin of failed-scan.c.
#include <stdio.h>

int main(void) {
    int v;
    if (sscanf("abc", "%d", &v) != 1)
        v = 0;
    if (v > 0)
        printf("positive\n");
    return 0;
}
