// test: fault
// Reads through a null pointer.
#include <stdio.h>

static int first(const int *p) {
    return *p; //~ null-dereference
}

int main(void) {
    int x = 3;
    printf("%d\n", first(&x));
    printf("%d\n", first(NULL));
    return 0;
}
