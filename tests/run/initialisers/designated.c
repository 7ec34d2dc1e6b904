// test: run
// Designated initialisers: out of order, nested, array ranges, overriding, continuing after one.
#include <stdio.h>

struct p { int x, y, z; };
struct q { struct p p[3]; int n; const char *s; };

static int table[] = {[5] = 50, 60, [1] = 10, 20, [9] = 90};
static int ranges[10] = {[0 ... 3] = 1, [4 ... 8] = 2, [6] = 7};
static struct q global = {.p[1].y = 5, .p[2] = {.z = 6}, .s = "s", .n = 3, .p[0] = {1, 2}};
static const char *names['f'] = {['a'] = "alpha", ['c'] = "gamma"};

static void show(const struct q *q) {
    for (int i = 0; i < 3; i++)
        printf("(%d %d %d) ", q->p[i].x, q->p[i].y, q->p[i].z);
    printf("%d %s\n", q->n, q->s ? q->s : "-");
}

int main(void) {
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        printf("%d ", table[i]);
    printf("\n");
    for (int i = 0; i < 10; i++)
        printf("%d ", ranges[i]);
    printf("\n");
    show(&global);
    struct q local = {.p = {[1] = {.y = 8}, {9}}, 4};
    show(&local);
    struct q over = {.p[0].x = 1, .p[0].x = 2, .n = 1, .p[0].y = 3};
    show(&over);
    struct p after = {.y = 1, 2};
    printf("%d %d %d\n", after.x, after.y, after.z);
    int m[3][3] = {[1][1] = 5, 6, [0] = {[2] = 3}, [2] = {7}};
    for (int i = 0; i < 3; i++)
        printf("%d %d %d\n", m[i][0], m[i][1], m[i][2]);
    printf("%s %s %d\n", names['a'], names['c'], names['b'] == NULL);
    struct p old = {y : 4, z : 5};
    printf("%d %d %d\n", old.x, old.y, old.z);
    int i = 3;
    struct p dyn[2] = {[1] = {.x = i, .z = i * i}, [0].y = -i};
    printf("%d %d %d %d\n", dyn[0].y, dyn[0].x, dyn[1].x, dyn[1].z);
    return 0;
}
