// test: run
// Side effects are complete at each sequence point: comma, &&, ||, ?:, full expressions, calls.
#include <stdio.h>

static int g;
static int set(int v) { g = v; return v; }
static int get(void) { return g; }

int main(void) {
    int i = 0, a[5] = {0};
    i++, a[i] = i, i++;
    printf("%d %d\n", i, a[1]);
    i = 1;
    int r = i++ && i == 2;
    printf("%d %d\n", r, i);
    r = i-- > 1 ? i : -i;
    printf("%d %d\n", r, i);
    r = set(5) && get() == 5;
    printf("%d\n", r);
    r = (set(7), get()) + 1;
    printf("%d\n", r);
    i = 3;
    i = (i++, i);
    printf("%d\n", i);
    int *p = a;
    (*p++ = 8, *p) ? (*p++ = 9) : (*p++ = 10);
    printf("%d %d %td\n", a[0], a[1], p - a);
    for (i = 0; a[i++] || i < 3;)
        ;
    printf("%d\n", i);
    return 0;
}
