// test: run
// Common heap use: growing arrays, string builders, pools, freeing in other orders than allocation.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct builder { char *text; size_t length, room; };
static void append(struct builder *b, const char *s) {
    size_t n = strlen(s);
    if (b->length + n + 1 > b->room) {
        b->room = (b->length + n + 1) * 2;
        b->text = realloc(b->text, b->room);
    }
    memcpy(b->text + b->length, s, n + 1);
    b->length += n;
}
struct pool { struct slot { struct slot *next; int v; } *free, slots[4]; };
static struct slot *take(struct pool *p) {
    struct slot *s = p->free;
    if (s) p->free = s->next;
    return s;
}
static void give(struct pool *p, struct slot *s) { s->next = p->free; p->free = s; }

int main(void) {
    struct builder b = {0};
    for (int i = 0; i < 50; i++) {
        char n[8];
        sprintf(n, "%d,", i);
        append(&b, n);
    }
    printf("%zu %.20s...%s\n", b.length, b.text, b.text + b.length - 6);
    free(b.text);
    struct pool *p = calloc(1, sizeof *p);
    for (int i = 0; i < 4; i++) give(p, &p->slots[i]);
    struct slot *a = take(p), *c = take(p);
    a->v = 1;
    c->v = 2;
    give(p, a);
    printf("%d %td\n", take(p) == a, c - p->slots);
    take(p);
    take(p);
    printf("%d\n", take(p) == NULL);
    free(p);
    int *v = NULL, n = 0;
    for (int i = 0; i < 1000; i++) {
        if ((n & (n - 1)) == 0) v = realloc(v, (n ? 2 * n : 1) * sizeof *v);
        v[n++] = i * i;
    }
    long s = 0;
    while (n) s += v[--n];
    printf("%ld\n", s);
    free(v);
    return 0;
}
