// test: fault
// The fixed twin of invariant.c.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int v[] = {1, 3, 5, 4, 9};
    v[3] = 7;
    for (int i = 1; i < 5; i++)
        assert(v[i - 1] <= v[i]);
    printf("sorted\n");
    return 0;
}
