// test: fault
// The fixed twin of function-call.c.
#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int (*table[3])(int, int) = {add};

int main(void) {
    int r = 0;
    for (int i = 0; i < 3; i++)
        if (table[i])
            r += table[i](r, i);
    printf("%d\n", r);
    return 0;
}
