// test: fault
// Assigns a whole struct through a null pointer.
#include <stddef.h>
#include <stdio.h>

struct s { long v[4]; };

int main(void) {
    struct s a = {{1, 2, 3, 4}}, *p = NULL;
    *p = a; //~ null-dereference
    printf("%ld\n", p->v[2]);
    return 0;
}
