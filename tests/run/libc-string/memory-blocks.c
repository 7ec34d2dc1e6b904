// test: run
// memcpy, memmove, memset and memcmp on structs, arrays and odd offsets, compared with plain loops.
#include <stdio.h>
#include <string.h>

struct s { char c; int i; double d; };

int main(void) {
    unsigned char a[64], b[64];
    unsigned hash = 0;
    for (int off = 0; off < 9; off++)
        for (int n = 0; n < 20; n++) {
            for (int i = 0; i < 64; i++) a[i] = b[i] = (unsigned char)(i * 7 + off);
            memmove(a + 10 + off, a + 12, n);
            for (int i = 0; i < n && off <= 2; i++) b[10 + off + i] = b[12 + i];
            for (int i = n; i-- > 0 && off > 2;) b[10 + off + i] = b[12 + i];
            hash = hash * 31 + (memcmp(a, b, 64) == 0);
        }
    printf("%u\n", hash);
    struct s x = {'x', 42, 2.5}, y;
    memset(&y, 0, sizeof y);
    memcpy(&y, &x, sizeof x);
    printf("%c %d %g\n", y.c, y.i, y.d);
    struct s arr[4] = {{'a', 1, 1}, {'b', 2, 2}, {'c', 3, 3}};
    memmove(&arr[1], &arr[0], 3 * sizeof arr[0]);
    arr[0].i = 0;
    for (int i = 0; i < 4; i++) printf("%c%d ", arr[i].c, arr[i].i);
    printf("\n");
    int v[8];
    memset(v, -1, sizeof v);
    memset(&v[2], 0, 3 * sizeof *v);
    for (int i = 0; i < 8; i++) printf("%d ", v[i]);
    printf("\n");
    double d = 1;
    memset(&d, 0, sizeof d);
    printf("%g\n", d);
    return 0;
}
