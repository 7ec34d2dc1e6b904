// test: run
// Compound literals at block and file scope: arrays, structs, addresses, lifetime in a block.
#include <stdio.h>

struct p { int x, y; };

static int *numbers = (int[]){3, 1, 4, 1, 5};
static struct p *origin = &(struct p){.y = 7};
static const struct p copied = (struct p){1, 2};

static int dot(struct p a, const struct p *b) { return a.x * b->x + a.y * b->y; }
static int sum(const int *v, int n) { int s = 0; while (n--) s += *v++; return s; }

int main(void) {
    numbers[1] += 10;
    origin->x = 9;
    printf("%d %d %d %d\n", numbers[1], origin->x, origin->y, copied.y);
    printf("%d\n", dot((struct p){2, 3}, &(struct p){.x = 4, .y = 5}));
    printf("%d\n", sum((int[]){1, 2, 3, 4}, 4));
    int *p = (int[3]){5};
    p[2] = 8;
    printf("%d %d %d\n", p[0], p[1], p[2]);
    for (int i = 0; i < 3; i++) {
        int *fresh = &(int){i * 10};
        (*fresh)++;
        printf("%d ", *fresh);
    }
    printf("\n");
    int x = (int){12};
    (int){0} = 3;
    printf("%d %zu\n", x, sizeof((char[]){"literal"}));
    printf("%s\n", (char[]){'o', 'k', 0});
    struct p q = {0};
    q = (struct p){q.y + 1, q.x + 2};
    printf("%d %d\n", q.x, q.y);
    printf("%d\n", ((struct p){6, 7}).y);
    const char **names = (const char *[]){"a", "b", NULL};
    while (*names)
        printf("%s", *names++);
    printf("\n");
    int n = 0;
again:;
    int *same = &(int){n};
    if (n++ < 2)
        goto again;
    printf("%d\n", *same);
    return 0;
}
