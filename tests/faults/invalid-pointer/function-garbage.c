// test: fault
// Calls through a pointer that was never a function.
#include <stdint.h>
#include <stdio.h>

static int twice(int x) { return 2 * x; }

int main(void) {
    int (*f)(int) = (int (*)(int))(uintptr_t)0x5150515051;
    int r = f(4); //~ invalid-pointer
    printf("%d %d\n", r, twice(1));
    return 0;
}
