// test: fault
// Calls a null function pointer.
#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int (*table[3])(int, int) = {add};

int main(void) {
    int r = 0;
    for (int i = 0; i < 3; i++)
        r += table[i](r, i); //~ null-dereference
    printf("%d\n", r);
    return 0;
}
