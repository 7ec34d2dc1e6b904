// test: run
// Calls within calls, in subscripts, conditions and compound assignments.
#include <stdio.h>

static int inc(int x) { return x + 1; }
static int add(int a, int b) { return a + b; }
static int *slot(int *a, int i) { return &a[i]; }
static int zero(void) { return 0; }

int main(void) {
    int a[5] = {5, 4, 3, 2, 1};
    printf("%d\n", add(inc(inc(1)), add(inc(2), inc(add(3, 4)))));
    printf("%d\n", a[a[a[inc(zero())]]]);
    *slot(a, inc(1)) += add(a[0], inc(a[1]));
    printf("%d\n", a[2]);
    if (add(inc(1), -2) || zero() || !inc(-1))
        printf("reached\n");
    for (int i = zero(); i < inc(3); i = inc(i))
        printf("%d ", *slot(a, i));
    printf("\n");
    int r = add(a[0] > 3 ? inc(10) : zero(), (a[1]++, a[1]));
    printf("%d\n", r);
    a[inc(a[4])] = inc(a[4]) * add(a[3], a[3]);
    printf("%d\n", a[2]);
    printf("%d\n", printf("%s", "") + add(1, printf("ab\n")));
    return 0;
}
