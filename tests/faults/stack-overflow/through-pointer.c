// test: fault
// Recursion through a function pointer.
#include <stdio.h>

struct v { int depth; int (*visit)(struct v *); };
static int visit(struct v *v) { v->depth++; return 1 + v->visit(v); } //~ stack-overflow

int main(void) {
    struct v v = {0, visit};
    printf("%d\n", v.visit(&v));
    return 0;
}
