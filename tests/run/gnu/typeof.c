// test: run
// typeof of expressions, types, arrays, functions and pointers; without evaluating.
#include <stdio.h>

static int twice(int x) { return 2 * x; }
static __typeof__(twice) thrice;
static int thrice(int x) { return 3 * x; }

int main(void) {
    int n = 5;
    typeof(n) a = 2.9;
    typeof(n++) b = 3;
    printf("%d %d %d\n", a, b, n);
    typeof(int *) p = &n, q = &a;
    printf("%d %d\n", *p, *q);
    typeof(typeof(char *)[3]) names = {"x", "y", "z"};
    printf("%s %zu\n", names[2], sizeof names);
    int arr[4] = {1, 2, 3, 4};
    typeof(arr) copy = {9};
    typeof(&arr[0]) r = arr + 3;
    printf("%d %d %d\n", copy[0], copy[3], *r);
    typeof(twice) *f = thrice;
    printf("%d\n", f(7));
    typeof(1 + 1.0) d = 1;
    printf("%g\n", d / 2);
    typeof(*(char *)0) c = 300;
    printf("%d\n", c);
    struct { int x; long y; } s = {1, 2};
    typeof(s) t = s;
    typeof(s.y) y = 1l << 40;
    printf("%d %ld\n", t.x, y);
    const int k = 1;
    typeof(+k) m = 2;
    m++;
    printf("%d\n", m);
    __auto_type z = 1ul << 33;
    printf("%lu %zu\n", z, sizeof z);
    return 0;
}
