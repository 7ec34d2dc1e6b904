// test: fault
// flags: --check signed-overflow
// The fixed twin of multiply.c.
#include <stdio.h>

static long area(int w, int h) {
    return (long)w * h;
}

int main(void) {
    printf("%ld\n", area(1000, 1000));
    printf("%d\n", area(100000, 100000) != 0);
    return 0;
}
