// test: fault
// The fixed twin of vla.c.
#include <stdio.h>

static int last(int n) {
    int v[n];
    for (int i = 0; i < n; i++)
        v[i] = i;
    return v[n - 1];
}

int main(void) {
    printf("%d\n", last(5) < 100);
    return 0;
}
