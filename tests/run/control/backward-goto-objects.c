// test: run
// A jump back over a declaration keeps the object and forgets its value.
#include <stdio.h>

struct pair { int a, b; };

int main(void) {
    struct pair *first = NULL, *second = NULL;
    int count = 0;
again:;
    struct pair p;
    second = first;
    first = &p;
    p.a = count++;
    p.b = 0;
    if (count < 3) goto again;
    printf("%d %d\n", first == second, p.a);

    const struct pair *old = NULL, *now = NULL;
    count = 0;
loop:
    old = now;
    now = &(struct pair){.a = count++};
    if (count < 3) goto loop;
    printf("%d %d %d\n", old == now, now->a, now->b);
    return 0;
}
