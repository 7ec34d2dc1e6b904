// test: fault
// The fixed twin of far-away.c.
#include <stdio.h>

int main(void) {
    char a[16] = "text";
    long i = 1l << 40;
    char c = a[i >> 40];
    printf("%c\n", c);
    return 0;
}
