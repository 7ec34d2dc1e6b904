static const clew_size clew_test_count = sizeof clew_tests / sizeof clew_tests[0];
static const struct clew_test *clew_current;

/* Runs the current test in this process, which ends with it. */
static void clew_run_current(void) {
    clew_current->run();
    if (clew_failures > 0)
        clew_exit(1);
    if (clew_current->status >= 0 && !clew_current->may_return) {
        clew_print(2, "# returns, and should exit with status %d\n", clew_current->status);
        clew_exit(CLEW_RETURNED);
    }
    clew_exit(0);
}

#ifdef CLEW_NO_FORK
/* What the program's variables are in. */
extern unsigned char clew_variables[] CLEW_SYMBOL(__data_start);
extern unsigned char clew_variables_end[] CLEW_SYMBOL(_end);

/* Whether a test passes, run in this process: afterwards, all variables are as they were before. */
__attribute__((noinline)) static int clew_passes(const struct clew_test *test) {
    clew_size at, size = (clew_size)(clew_variables_end - clew_variables);
    unsigned char before[size];
    int passes;
    for (at = 0; at < size; at++)
        before[at] = clew_variables[at];
    test->run();
    passes = clew_failures == 0;
    for (at = 0; at < size; at++)
        clew_variables[at] = before[at];
    return passes;
}
#else
/* Whether a test passes, run in a process of its own. */
static int clew_passes(const struct clew_test *test) {
    clew_current = test;
    int status = clew_forked(clew_run_current, test->crash ? CLEW_CRASH_SECONDS : CLEW_SECONDS);
    if (test->crash != NULL)
        return 1;
    if (status == -1)
        return 0;
    if (!CLEW_HAS_EXITED(status)) {
        clew_print(2, "# ended by signal %d\n", status & 0x7f);
        return 0;
    }
    status = CLEW_EXIT_STATUS(status);
    return status == (test->status < 0 ? 0 : test->status) || (test->may_return && status == 0);
}
#endif

/* Whether a test would end the process that it is run in, where all share one. */
static int clew_is_left_out(const struct clew_test *test) {
#ifdef CLEW_NO_FORK
    return test->crash != NULL || test->status >= 0;
#else
    (void)test;
    return 0;
#endif
}

/* Runs all tests, or with --run N one of them in this process; --list names them; --brief ends with
   the first that fails, and leaves out crash reproducers. */
int main(int argc, char **argv) {
    clew_size at;
    int failed = 0, brief = 0;
    if (argc == 2 && __builtin_strcmp(argv[1], "--list") == 0) {
        for (at = 0; at < clew_test_count; at++)
            clew_print(1, "%zu %s\n", at + 1, clew_tests[at].name);
        return 0;
    }
    if (argc == 3 && __builtin_strcmp(argv[1], "--run") == 0) {
        const char *digit;
        clew_size number = 0;
        for (digit = argv[2]; *digit >= '0' && *digit <= '9' && number <= clew_test_count; digit++)
            number = number * 10 + (clew_size)(*digit - '0');
        if (number < 1 || number > clew_test_count) {
            clew_print(2, "there are tests 1 to %zu\n", clew_test_count);
            return 2;
        }
        clew_current = &clew_tests[number - 1];
        clew_run_current();
    }
    if (argc == 2 && __builtin_strcmp(argv[1], "--brief") == 0) {
        brief = 1;
    } else if (argc != 1) {
        clew_print(2, "usage: %s [--list | --run N | --brief]\n", argv[0]);
        return 2;
    }
    clew_print(1, "1..%zu\n", clew_test_count);
    for (at = 0; at < clew_test_count; at++) {
        const struct clew_test *test = &clew_tests[at];
        int passes;
        if (brief && (failed > 0 || test->crash != NULL))
            continue;
        if (clew_is_left_out(test)) {
            clew_print(1, "ok %zu - %s # SKIP it ends its process\n", at + 1, test->name);
            continue;
        }
        passes = clew_passes(test);
        failed += !passes;
        clew_print(1, "%s %zu - %s", passes ? "ok" : "not ok", at + 1, test->name);
        if (test->crash != NULL)
            clew_print(1, " # crash reproducer: %s", test->crash);
        clew_print(1, "\n");
    }
    return failed > 0;
}
