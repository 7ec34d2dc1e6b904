// test: gen
// Devices by pointers that are variables, parameters and tables, as drivers have them: what is there is an input,
// and neither a finding nor a number that only looks like it.
// clew-gen: -f start -f enable -f any_ready -f is_end
// expect-total: branch 14
// expect-covered: branch 13
// expect-no-finding: yes
// compilers: all
#include <stdint.h>

typedef struct {
    volatile uint32_t control;
    volatile uint32_t status;
} timer;

#define TIMER_1 ((timer *)0x40012c00u)
#define TIMER_2 ((timer *)0x40013400u)
#define CLOCK ((volatile uint32_t *)0x40021000u)

struct node { struct node *next; };
#define END ((struct node *)0x7fff0000u)

static timer *const timers[] = { TIMER_1, TIMER_2 };

int start(int on) {
    volatile uint32_t *clock = CLOCK;
    if (on) {
        *clock |= 1u;
        return (*clock & 2u) != 0 ? 1 : 2;
    }
    *clock &= ~1u;
    return 0;
}

static int is_ready(timer *t, uint32_t mask) { return (t->status & mask) == mask; }

int enable(void) {
    timer *t = TIMER_1;
    t->control = 1u;
    if (is_ready(t, 4u))
        return 1;
    return is_ready(TIMER_2, 8u) ? 2 : 0;
}

int any_ready(void) {
    return is_ready(timers[0], 16u) || is_ready(timers[1], 32u);
}

/* A mark, not memory. */
int is_end(const struct node *n) { return n == END ? 1 : 0; }
