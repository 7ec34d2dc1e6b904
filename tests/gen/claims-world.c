// test: gen
// What the library, the world and functions without a body can do is not ruled out by their models.
// expect-covered: branch 16
// expect-infeasible: branch 0
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int state;
void ext(void);

int changed_by_stub(void) {
    state = 0;
    ext();
    if (state)
        return 1;
    return 0;
}

int error_at_entry(void) {
    if (errno == 5)
        return 1;
    return 0;
}

int write_fails(void) {
    char b[4] = {0};
    if (write(1, b, 4) < 0)
        return 1;
    return 0;
}

int sleep_fails(long n) {
    struct timespec r = {0, n}, m;
    if (nanosleep(&r, &m) == -1)
        return 1;
    return 0;
}

extern void hook(void) __attribute__((weak));

int hook_is_there(void) {
    if (hook)
        return 1;
    return 0;
}

int memory_runs_out(int n) {
    char *p = malloc(10);
    if (!p) {
        if (n > 3)
            return 1;
        return 2;
    }
    free(p);
    return 0;
}

int order_of_text(const char *s) {
    if (strcmp(s, "a") == 25)
        return 1;
    return 0;
}
