// test: fault
// The fixed twin of load.c.
#include <stdio.h>

static int first(const int *p) {
    if (!p)
        return 0;
    return *p;
}

int main(void) {
    int x = 3;
    printf("%d\n", first(&x));
    printf("%d\n", first(NULL));
    return 0;
}
