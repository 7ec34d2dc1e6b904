// test: fault
// The fixed twin of through-pointer.c.
#include <stdio.h>

static int clamp(const int *p) {
    return *p > 100 ? 100 : *p;
}

int main(void) {
    int v = 50;
    int c = clamp(&v);
    printf("%d\n", c <= 100);
    return 0;
}
