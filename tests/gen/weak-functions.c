// test: gen
// Functions that may be there or not: tests for both.
// compilers: all
// expect-total: branch 22
// expect-covered: branch 20
// expect-infeasible: branch 0
#include <stddef.h>

extern int hook(int) __attribute__((weak));
__attribute__((weak)) void trace(const char *);
__attribute__((weak)) void *take(size_t size);

int asked(int x) {
    if (trace)
        trace("in");
    if (hook) {
        if (hook(x) > 10)
            return 1;
        return 2;
    }
    return 0;
}

// All weak functions are there in a test, or none: one branch stays open.
int either(void) {
    if (hook && !trace)
        return 1;
    return 0;
}

int (*last)(int);

int chosen(int x) {
    last = hook;
    if (last == NULL)
        return x > 3 ? -1 : -2;
    return 0;
}

int taken(void) {
    int *memory = take ? take(8) : NULL;
    if (memory && memory[1] == 4)
        return 1;
    return 0;
}

// An object has the address from the start: the function stays absent, and a branch open.
int kept(void) __attribute__((weak));
int (*const table[])(void) = {kept};

int in_table(void) {
    if (kept)
        return 1;
    return table[0] != NULL;
}
