// test: run
// Callbacks with a context pointer, comparison callbacks, and functions stored in a growing registry.
#include <stdio.h>
#include <stdlib.h>

typedef void visitor(void *context, int value);
struct registry { struct item { visitor *call; void *context; } *items; int count, room; };

static void subscribe(struct registry *r, visitor *call, void *context) {
    if (r->count == r->room)
        r->items = realloc(r->items, (r->room = r->room ? 2 * r->room : 1) * sizeof *r->items);
    r->items[r->count++] = (struct item){call, context};
}
static void publish(const struct registry *r, int v) {
    for (const struct item *i = r->items; i < r->items + r->count; i++)
        i->call(i->context, v);
}
static void sum(void *c, int v) { *(long *)c += v; }
static void largest(void *c, int v) { int *m = c; if (v > *m) *m = v; }
static void print(void *c, int v) { printf("%s%d ", (const char *)c, v); }
static void forward(void *c, int v) { publish(c, v * 10); }

int main(void) {
    struct registry r = {0}, inner = {0};
    long total = 0, inner_total = 0;
    int max = -1;
    subscribe(&r, sum, &total);
    subscribe(&r, largest, &max);
    subscribe(&r, print, "v=");
    subscribe(&inner, sum, &inner_total);
    subscribe(&r, forward, &inner);
    for (int i = 0; i < 5; i++)
        publish(&r, i * i - 3);
    printf("\n%ld %d %ld %d\n", total, max, inner_total, r.room);
    free(r.items);
    free(inner.items);
    return 0;
}
