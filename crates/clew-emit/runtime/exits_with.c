/* Whether a test leaves the program with a status; it may return where may_return says so. */
static int clew_exits_with(void (*run)(void), int expected, int may_return) {
    int status = clew_forked(run, CLEW_SECONDS);
    if (status == -1 || !CLEW_HAS_EXITED(status))
        return 0;
    status = CLEW_EXIT_STATUS(status);
    return status == expected || (may_return && status == CLEW_RETURNED);
}
