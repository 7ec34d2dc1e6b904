// test: fault
// flags: --max-steps 100000
// The fixed twin of cyclic-list.c.
#include <stdio.h>

struct node { struct node *next; };

int main(void) {
    struct node c, b = {&c}, a = {&b};
    c.next = NULL;
    unsigned n = 0;
    for (struct node *p = &a; p; p = p->next) n++;
    printf("%u\n", n);
    return 0;
}
