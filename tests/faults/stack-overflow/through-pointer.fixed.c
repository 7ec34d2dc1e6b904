// test: fault
// The fixed twin of through-pointer.c.
#include <stdio.h>

struct v { int depth; int (*visit)(struct v *); };
static int visit(struct v *v) { v->depth++; return v->depth > 50 ? 0 : 1 + v->visit(v); }

int main(void) {
    struct v v = {0, visit};
    printf("%d\n", v.visit(&v));
    return 0;
}
