// test: run
// Round trips between pointers and integers, tagged pointers, void pointers.
#include <stdint.h>
#include <stdio.h>

struct node { int v; struct node *next; };

int main(void) {
    int x = 42, arr[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    uintptr_t u = (uintptr_t)&x;
    int *p = (int *)u;
    *p += 1;
    printf("%d %d\n", x, p == &x);
    struct node n = {5, 0};
    uintptr_t tagged = (uintptr_t)&n | 1;
    printf("%d %d\n", (int)(tagged & 1), ((struct node *)(tagged & ~(uintptr_t)1))->v);
    uintptr_t a = (uintptr_t)&arr[2], b = (uintptr_t)&arr[6];
    printf("%lu\n", (unsigned long)(b - a));
    printf("%d\n", *(int *)(a + 4 * sizeof(int)));
    void *v = arr;
    printf("%d\n", ((int *)v)[3]);
    long l = (long)v;
    printf("%d\n", *((int *)l + 5));
    int *low = (int *)(a & -4);
    printf("%d\n", *low);
    intptr_t key = (intptr_t)&arr[4];
    key ^= 0x5555;
    key ^= 0x5555;
    printf("%d\n", *(int *)key);
    printf("%d %d\n", (int *)0 == NULL, (uintptr_t)(void *)0 == 0);
    void *small = (void *)(intptr_t)-7;
    printf("%d\n", (int)(intptr_t)small);
    printf("%p %p\n", (void *)0, (void *)0xabc0);
    return 0;
}
