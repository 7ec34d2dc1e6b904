// test: run
// Addresses of devices in tables and variables are the numbers that were written.
#include <stdint.h>
#include <stdio.h>

typedef struct {
    volatile uint32_t control;
    volatile uint32_t status;
} timer;

#define TIMER_1 ((timer *)0x40012c00u)
#define TIMER_2 ((timer *)0x40013400u)

static timer *const timers[] = { TIMER_1, TIMER_2, &TIMER_2[1], 0 };
static volatile uint32_t *status = &((timer *)0x40012c00u)->status;

int main(void) {
    timer *local = TIMER_1;
    for (int i = 0; i < 4; i++) printf("%lx %d\n", (unsigned long)(uintptr_t)timers[i], timers[i] == local);
    printf("%lx %lx\n", (unsigned long)(uintptr_t)status, (unsigned long)(uintptr_t)(local + 3));
    return 0;
}
