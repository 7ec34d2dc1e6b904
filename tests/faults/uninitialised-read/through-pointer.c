// test: fault
// The callee reads what its caller did not set.
#include <stdio.h>

static int clamp(const int *p) {
    return *p > 100 ? 100 : *p; //~ uninitialised-read
}

int main(void) {
    int v;
    int c = clamp(&v);
    printf("%d\n", c <= 100);
    return 0;
}
