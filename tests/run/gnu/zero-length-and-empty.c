// test: run
// Empty structs, zero-length arrays, arithmetic on void and function pointers.
#include <stdio.h>

struct empty {};
struct with { int a; struct empty e; int z[0]; };

static struct empty give(struct empty e) { return e; }

int main(void) {
    struct empty e = {}, f;
    f = give(e);
    printf("%zu %zu\n", sizeof(struct empty), sizeof(struct with));
    int arr[4] = {1, 2, 3, 4};
    void *p = arr;
    p += 8;
    printf("%d\n", *(int *)p);
    printf("%d\n", *(int *)(p - sizeof(int)));
    p++;
    p--;
    printf("%td\n", p - (void *)arr);
    struct with w = {5};
    printf("%d %d\n", w.a, (void *)&w.e == (void *)w.z);
    struct empty many[3];
    printf("%zu\n", sizeof many);
    (void)f;
    return 0;
}
