// test: fault
// The callee trusts a length that its caller got wrong.
#include <stdio.h>

static int sum(const int *v, int n) {
    int s = 0;
    while (n-- > 0)
        s += *v++; //~ out-of-bounds
    return s;
}

int main(void) {
    int v[5] = {1, 2, 3, 4, 5};
    printf("%d\n", sum(v, sizeof v) != 0);
    return 0;
}
