// test: run
// Long chains of members, subscripts and dereferences as lvalues, with side effects counted once.
#include <stdio.h>

struct leaf { int v[3]; struct leaf *peer; };
struct branch { struct leaf leaves[2], *best; };
struct tree { struct branch *branches[2]; };

static int calls;
static struct tree *get(struct tree *t) { calls++; return t; }

int main(void) {
    struct branch a = {{{{1, 2, 3}, 0}, {{4, 5, 6}, 0}}, 0}, b = {{{{7, 8, 9}, 0}}, 0};
    struct tree t = {{&a, &b}}, *pt = &t;
    a.best = &a.leaves[1];
    a.leaves[0].peer = &b.leaves[0];
    pt->branches[0]->best->v[2] += 10;
    (*pt->branches)->leaves->v[1]--;
    get(pt)->branches[0]->leaves[0].peer->v[0] *= 2;
    int i = 0;
    t.branches[i++]->leaves[1].v[1] = 99;
    printf("%d %d\n", i, calls);
    printf("%d %d %d\n", a.leaves[0].v[0], a.leaves[0].v[1], a.leaves[0].v[2]);
    printf("%d %d %d\n", a.leaves[1].v[0], a.leaves[1].v[1], a.leaves[1].v[2]);
    printf("%d\n", b.leaves[0].v[0]);
    int *q = &(&(&*pt)->branches[1][0])->leaves[0].v[2];
    ++*q;
    printf("%d %d\n", b.leaves[0].v[2], &*q == q);
    struct branch **pp = pt->branches;
    (**pp++).leaves[0].v[0] = 50;
    (*pp)->leaves->v[1]++;
    printf("%d %d\n", a.leaves[0].v[0], b.leaves[0].v[1]);
    int (*pv)[3] = &pp[0]->leaves[0].v;
    (*pv)[0] = 0;
    printf("%d %zu\n", b.leaves[0].v[0], sizeof *pv);
    return 0;
}
