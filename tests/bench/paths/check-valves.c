// test: paths
// The valve controller: two waiting loops of 0..20 turns around the count of broken ones
// among 0..10 valves. The paths multiply: (20 + 1) * (20 + 1) * (2^(10 + 1) - 1).
// clew-gen: --entry main --exhaustive
// expect-paths: 902727
#include <stdlib.h>

void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);

enum { VALVES = 10, MAX_WAIT = 20, TOLERANCE = 2, BROKEN = -1 };

static int size;
static int valves[VALVES];

static int alarms;

static int status_of_valve(int i) {
    if (i < 0 || i >= size)
        exit(EXIT_FAILURE);
    return valves[i];
}

static int check_valves(int wait_before, int wait_after) {
    int count = 0;
    while (wait_before > 0)
        wait_before--;
    for (int i = 0; i < size; i++)
        if (status_of_valve(i) == BROKEN)
            count++;
    if (count > TOLERANCE)
        alarms++;
    while (wait_after > 0)
        wait_after--;
    return count;
}

int main(void) {
    int wait_before, wait_after;
    klee_make_symbolic(&size, sizeof size, "size");
    klee_make_symbolic(valves, sizeof valves, "valves");
    klee_make_symbolic(&wait_before, sizeof wait_before, "wait_before");
    klee_make_symbolic(&wait_after, sizeof wait_after, "wait_after");
    klee_assume((size >= 0) & (size <= VALVES));
    klee_assume((wait_before >= 0) & (wait_before <= MAX_WAIT));
    klee_assume((wait_after >= 0) & (wait_after <= MAX_WAIT));
    return check_valves(wait_before, wait_after);
}
