// test: fault
// The fixed twin of after-loop.c.
#include <stdio.h>

static int find(const int *v, int n, int want) {
    for (int i = 0; i < n; i++)
        if (v[i] == want)
            return i;
    __builtin_unreachable();
}

int main(void) {
    int v[] = {3, 1, 2};
    printf("%d\n", find(v, 3, 2));
    printf("%d\n", find(v, 3, 1));
    return 0;
}
