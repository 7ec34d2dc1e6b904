// test: fault
// The fixed twin of callback.c.
#include <stdio.h>
#include <stdlib.h>

struct task { int id; void (*run)(struct task *); };
static void finish(struct task *t) { t->id++; }

int main(void) {
    struct task *t = malloc(sizeof *t);
    *t = (struct task){7, finish};
    t->run(t);
    printf("%d\n", t->id);
    free(t);
    return 0;
}
