// test: fault
// The fixed twin of store.c.
#include <stddef.h>

int main(void) {
    int x, *p = NULL;
    p = &x;
    *p = 5;
    (void)x;
    return 0;
}
