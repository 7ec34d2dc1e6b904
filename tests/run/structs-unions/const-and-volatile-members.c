// test: run
// Qualified members and qualified whole structs; volatile accesses keep their values.
#include <stdio.h>

struct c { const int id; volatile int counter; const char *const name; };

static const struct c fixed = {7, 8, "fixed"};
static volatile int ticks;

static int tick(void) { return ++ticks; }

int main(void) {
    struct c c = {1, 2, "c"};
    c.counter++;
    c.counter += c.counter;
    printf("%d %d %s\n", c.id, c.counter, c.name);
    printf("%d %d %s\n", fixed.id, fixed.counter, fixed.name);
    const struct c copy = c;
    printf("%d\n", copy.counter);
    volatile int *p = &c.counter;
    *p = 40;
    printf("%d\n", c.counter);
    while (tick() < 5)
        ;
    printf("%d\n", ticks);
    const volatile unsigned char cv = 200;
    printf("%d\n", cv + cv);
    int *restrict r = (int[]){1, 2, 3};
    r[1] = r[0] + r[2];
    printf("%d\n", r[1]);
    return 0;
}
