// test: gen
// An array on the heap whose length is a parameter.
// clew-gen: -f f
// expect-total: branch 10
#include <stdlib.h>

int f(int n, int key) {
    if (n < 1 || n > 4)
        return -1;
    int *v = malloc((unsigned)n * sizeof *v);
    if (!v)
        return -2;
    for (int i = 0; i < n; i++)
        v[i] = i * 10;
    int last = v[n - 1];
    free(v);
    return last == key ? 1 : 0;
}
