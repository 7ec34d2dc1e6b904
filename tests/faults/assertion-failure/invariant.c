// test: fault
// An invariant of a data structure, checked in a loop.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int v[] = {1, 3, 5, 4, 9};
    for (int i = 1; i < 5; i++)
        assert(v[i - 1] <= v[i]); //~ assertion-failure
    printf("sorted\n");
    return 0;
}
