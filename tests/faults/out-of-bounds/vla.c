// test: fault
// One past the end of a variable length array.
#include <stdio.h>

static int last(int n) {
    int v[n];
    for (int i = 0; i < n; i++)
        v[i] = i;
    return v[n]; //~ out-of-bounds
}

int main(void) {
    printf("%d\n", last(5) < 100);
    return 0;
}
