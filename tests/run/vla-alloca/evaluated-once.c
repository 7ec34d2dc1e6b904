// test: run
// Lengths of variable-length arrays are evaluated once, where the type stands, and so are operands of
// sizeof and typeof whose type is such an array.
#include <stdio.h>
static int calls;
static int next(void) { return ++calls; }
int main(void)
{
    int n = 2;
    size_t size;
    int store[64];
    for (int i = 0; i < 64; i++) store[i] = i;
    int (*p)[n++] = (void *)store;
    printf("%d %zu\n", n, sizeof *p);
    int (*q)[n] = p ? (void *)(store + 1) : 0;
    printf("%d %zu %d\n", n, sizeof *q, q[1][0]);
    int (*r)[next()] = 0;
    r = (void *)store;
    printf("%d %zu\n", calls, sizeof *r);
    r = (int (*)[next()])store;
    printf("%d\n", calls);
    /* the operand of sizeof is evaluated when its type is a variable-length array */
    size = sizeof(*q++);
    printf("%zu %ld\n", size, (long)((int *)q - store));
    size = sizeof(int[n++]);
    printf("%zu %d\n", size, n);
    size = sizeof(int (*)[n++]);
    printf("%zu %d\n", size, n);
    size = sizeof(int[2][n++]);
    printf("%zu %d\n", size, n);
    size = sizeof(q++);
    printf("%zu %d\n", size, n);
    printf(" %ld\n", (long)((int *)q - store));
    size = sizeof(*(next(), q));
    printf("%zu %d\n", size, calls);
    int i = 0;
    size = sizeof(q[i++]);
    printf("%zu %d\n", size, i);
    size = sizeof(q[i++][0]);
    printf("%zu %d\n", size, i);
    __typeof__(*q++) copy;
    copy[0] = 1;
    printf("%zu %ld\n", sizeof copy, (long)((int *)q - store));
    __typeof__(int[next()]) other;
    other[0] = 4;
    printf("%zu %d\n", sizeof other, calls);
    __typeof__(q + next()) ptr = q;
    printf("%d %d\n", calls, ptr == q);
    int (*a[2])[n++] = { (void *)store, (void *)(store + 8) };
    printf("%d %zu %d\n", n, sizeof *a[1], a[1][0][1]);
    for (int k = 0; k < 2; k++) {
        int (*loop)[next()] = (void *)store;
        printf("%zu %d\n", sizeof *loop, calls);
    }
    typedef int row_t[n++];
    row_t *x = (void *)store, *y = x + 1;
    printf("%d %zu %ld\n", n, sizeof(row_t), (long)((int *)y - (int *)x));
    return 0;
}
