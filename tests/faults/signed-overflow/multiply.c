// test: fault
// flags: --check signed-overflow
// A product that does not fit int.
#include <stdio.h>

static long area(int w, int h) {
    return w * h; //~ signed-overflow
}

int main(void) {
    printf("%ld\n", area(1000, 1000));
    printf("%d\n", area(100000, 100000) != 0);
    return 0;
}
