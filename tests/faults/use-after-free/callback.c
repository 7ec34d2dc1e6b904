// test: fault
// A structure freed in a callback is used after the call.
#include <stdio.h>
#include <stdlib.h>

struct task { int id; void (*run)(struct task *); };
static void finish(struct task *t) { free(t); }

int main(void) {
    struct task *t = malloc(sizeof *t);
    *t = (struct task){7, finish};
    t->run(t);
    printf("%d\n", t->id); //~ use-after-free
    return 0;
}
