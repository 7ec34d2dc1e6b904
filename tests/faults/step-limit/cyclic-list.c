// test: fault
// flags: --max-steps 100000
// Walks a list that has a cycle.
#include <stdio.h>

struct node { struct node *next; };

int main(void) {
    struct node c, b = {&c}, a = {&b};
    c.next = &b;
    unsigned n = 0;
    for (struct node *p = &a; p; p = p->next) n++; //~ step-limit
    printf("%u\n", n);
    return 0;
}
