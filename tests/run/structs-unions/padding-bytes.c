// test: run
// Copying a struct with unset padding or unset members is not a fault.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct padded { char c; long l; short s; };
struct partial { int used; int unused[8]; };

static struct partial make(int n) {
    struct partial p;
    p.used = n;
    return p;
}

int main(void) {
    struct padded a;
    a.c = 1;
    a.l = 2;
    a.s = 3;
    struct padded b = a;
    struct padded *heap = malloc(sizeof *heap);
    memcpy(heap, &b, sizeof b);
    struct padded arr[2];
    arr[1] = *heap;
    memmove(&arr[0], &arr[1], sizeof arr[0]);
    printf("%d %ld %d\n", arr[0].c, arr[0].l, arr[0].s);
    struct partial p = make(7), q;
    q = p;
    printf("%d\n", q.used);
    heap = realloc(heap, 10 * sizeof *heap);
    printf("%ld\n", heap->l);
    free(heap);
    return 0;
}
