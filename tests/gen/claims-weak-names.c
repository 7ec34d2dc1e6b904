// test: gen
// What a `weakref` names is whatever has that name when the program is linked, if anything has; another name for a
// function of this file is that function. (No run of the machine is behind a gate.)
// expect-infeasible: branch 1
extern void other_hook(void);
static void hook(void) __attribute__((weakref("other_hook")));

int declared_is_not_there(void) {
    volatile int gate = 0;
    if (gate != 77)
        return 0;
    if (!hook)
        return 1;
    return 0;
}

__attribute__((weak)) int limit(void) {
    return 5;
}
static int limit_now(void) __attribute__((weakref("limit")));
static int limit_here(void) __attribute__((alias("limit")));

int replaced(void) {
    volatile int gate = 0;
    if (gate != 77)
        return 0;
    if (limit_now() != 5)
        return 1;
    return 0;
}

int of_this_file(void) {
    if (limit_here() != 5)
        return 1;
    return 0;
}

static int object __attribute__((weakref("other_object")));

int object_is_not_there(int n) {
    if (!&object)
        return n;
    return 0;
}

/* Without a gate: nothing has that name in the tests. */
int calls_what_is_there(int n) {
    if (hook && n > 3)
        return 1;
    return 0;
}
