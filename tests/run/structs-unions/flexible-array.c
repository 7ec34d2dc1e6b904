// test: run
// Flexible array members and the older one-element trailing array.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text { int length; char data[]; };
struct numbers { char tag; int count; double v[]; };
struct old { int n; int a[1]; };
struct zero { int n; short a[0]; };

static struct text fixed = {5, "hello"};

int main(void) {
    printf("%zu %zu %zu %zu\n", sizeof(struct text), sizeof(struct numbers), offsetof(struct numbers, v), sizeof(struct zero));
    struct text *t = malloc(sizeof *t + 20);
    t->length = 11;
    memcpy(t->data, "some string", 12);
    printf("%d %s %c\n", t->length, t->data, t->data[5]);
    struct numbers *n = malloc(sizeof *n + 4 * sizeof n->v[0]);
    n->count = 4;
    for (int i = 0; i < 4; i++)
        n->v[i] = i * 1.5;
    double s = 0;
    for (int i = 0; i < n->count; i++)
        s += n->v[i];
    printf("%g\n", s);
    struct old *o = malloc(sizeof(struct old) + 9 * sizeof(int));
    o->n = 10;
    for (int i = 0; i < o->n; i++)
        o->a[i] = i * i;
    printf("%d %d\n", o->a[0], o->a[9]);
    struct zero *z = malloc(sizeof *z + 6);
    z->a[2] = -7;
    printf("%d\n", z->a[2]);
    printf("%d %.5s\n", fixed.length, fixed.data);
    struct text head = *t;
    printf("%d\n", head.length);
    free(t);
    free(n);
    free(o);
    free(z);
    return 0;
}
