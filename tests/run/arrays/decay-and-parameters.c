// test: run
// Arrays decay to pointers: parameters of array type, sizeof, static bounds, address of an array.
#include <stdio.h>

static int param(int a[100]) { return sizeof(a) == sizeof(int *); }
static int at_least(int a[static 3]) { return a[0] + a[1] + a[2]; }
static int qualified(int a[const]) { return *a; }
static void set(int *a, int n) { while (n-- > 0) a[n] = n * n; }
static int apply(int f(int), int x) { return f(x); }
static int twice(int x) { return 2 * x; }

int main(void) {
    int a[5];
    set(a, 5);
    printf("%d %d %d\n", param(a), at_least(a + 2), qualified(&a[4]));
    printf("%d\n", (void *)&a == (void *)&a[0]);
    printf("%zu %zu\n", sizeof(a), sizeof(a + 0));
    int(*pa)[5] = &a;
    printf("%d %d\n", (*pa)[3], pa[0][2]);
    printf("%d\n", apply(twice, 21));
    char text[] = "array";
    const char *s = text;
    text[0] = 'A';
    printf("%s %zu %zu\n", s, sizeof text, sizeof s);
    int (*table[])(int) = {twice, &twice, *twice, **twice};
    printf("%d\n", table[0](1) + table[1](2) + (*table[2])(3) + (**table[3])(4));
    printf("%zu\n", sizeof table / sizeof *table);
    return 0;
}
