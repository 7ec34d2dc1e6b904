// test: run
// Structs of many kilobytes by value; assignment from a call that reads the target.
#include <stdio.h>

struct big { int v[2000]; char tag; };
struct pair { int a, b; };

static struct big fill(int base) {
    struct big b;
    for (int i = 0; i < 2000; i++) b.v[i] = base + i;
    b.tag = 'f';
    return b;
}
static long total(struct big b) {
    long t = 0;
    for (int i = 0; i < 2000; i++) t += b.v[i]++;
    return t;
}
static struct pair swapped(const struct pair *p) { return (struct pair){p->b, p->a}; }

int main(void) {
    struct big b = fill(5);
    printf("%ld %ld %c\n", total(b), total(b), b.tag);
    b = fill(b.v[10]);
    printf("%d\n", b.v[1999]);
    struct pair p = {1, 2};
    p = swapped(&p);
    printf("%d %d\n", p.a, p.b);
    struct pair a[3] = {{1, 2}, {3, 4}, {5, 6}};
    a[0] = swapped(&a[0]);
    a[1] = (struct pair){a[1].b, a[1].a};
    struct pair t = a[1];
    a[1] = a[2];
    a[2] = t;
    for (int i = 0; i < 3; i++) printf("%d%d ", a[i].a, a[i].b);
    printf("\n");
    return 0;
}
