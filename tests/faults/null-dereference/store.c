// test: fault
// Writes through a null pointer.
#include <stddef.h>

int main(void) {
    int x, *p = NULL;
    *p = 5; //~ null-dereference
    (void)x;
    return 0;
}
