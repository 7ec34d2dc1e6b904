/* The status of a process whose test came to its end. */
#define CLEW_RETURNED 253

#ifndef CLEW_NO_FORK
extern int clew_fork(void) CLEW_SYMBOL(fork);
extern int clew_wait(int child, int *status, int options) CLEW_SYMBOL(waitpid);
extern unsigned clew_alarm(unsigned seconds) CLEW_SYMBOL(alarm);
extern int clew_open(const char *path, int flags, ...) CLEW_SYMBOL(open);
extern int clew_duplicate(int file, int as) CLEW_SYMBOL(dup2);

extern char **clew_environment CLEW_SYMBOL(environ);

/* The world of the tests is empty: no environment. */
static void clew_leave_world(void) {
    static char *nothing[1];
    clew_environment = nothing;
}

#define CLEW_HAS_EXITED(status) (((status) & 0x7f) == 0)
#define CLEW_EXIT_STATUS(status) (((status) >> 8) & 0xff)

/* How long a test may run, and a crash reproducer, which may run for ever. */
#ifndef CLEW_SECONDS
#define CLEW_SECONDS 10
#endif
#define CLEW_CRASH_SECONDS 1

/* Runs a test in a process of its own, for so many seconds at most; gives its wait status. */
static int clew_forked(void (*run)(void), unsigned seconds) {
    int status = -1;
    int child = clew_fork();
    if (child == 0) {
        /* What the code under test reads and prints is no part of the report. */
        int nothing = clew_open("/dev/null", 2);
        clew_duplicate(nothing, 0);
        clew_duplicate(nothing, 1);
        clew_alarm(seconds);
        clew_leave_world();
        run();
        clew_exit(CLEW_RETURNED);
    }
    if (child < 0 || clew_wait(child, &status, 0) != child)
        return -1;
    return status;
}
#endif
