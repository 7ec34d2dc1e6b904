#include "check.h"
#include <locale.h>
#include <signal.h>
#include <unistd.h>

MODEL(signal); MODEL(raise); MODEL(sigaction); MODEL(sigemptyset); MODEL(sigaddset);
MODEL(sigismember); MODEL(sigprocmask); MODEL(localeconv); MODEL(setlocale); MODEL(isatty);
MODEL(atexit); MODEL(exit);

static int last;
static int count;

static void handle(int signal)
{
    last = signal;
    count++;
}

static void handle_info(int signal, siginfo_t *info, void *context)
{
    (void)context;
    last = signal + 100 * (info->si_signo == signal);
}

static void at_end(void)
{
    if (failures == 0)
        _exit(0);
}

void test(void)
{
    struct sigaction action;
    sigset_t set;
    CHECK(clew_signal(SIGUSR1, handle) == SIG_DFL, "first handler");
    CHECK(clew_raise(SIGUSR1) == 0 && last == SIGUSR1 && count == 1, "raise");
    CHECK(clew_signal(SIGUSR1, SIG_IGN) == handle, "old handler");
    CHECK(clew_raise(SIGUSR1) == 0 && count == 1, "ignored");
    CHECK(clew_signal(99, handle) == SIG_ERR && clew_errno == EINVAL, "no signal");
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handle_info;
    action.sa_flags = SA_SIGINFO;
    CHECK(clew_sigaction(SIGTERM, &action, NULL) == 0, "sigaction");
    clew_raise(SIGTERM);
    CHECK(last == SIGTERM + 100, "handler with information: %d", last);
    clew_signal(SIGINT, handle);
    clew_sigemptyset(&set);
    clew_sigaddset(&set, SIGINT);
    CHECK(clew_sigismember(&set, SIGINT) == 1 && clew_sigismember(&set, SIGTERM) == 0, "sets");
    clew_sigprocmask(SIG_BLOCK, &set, NULL);
    count = 0;
    clew_raise(SIGINT);
    CHECK(count == 0, "blocked");
    clew_sigprocmask(SIG_UNBLOCK, &set, NULL);
    CHECK(count == 1, "delivered");
    CHECK(strcmp(clew_localeconv()->decimal_point, ".") == 0, "localeconv");
    CHECK(clew_localeconv()->frac_digits == CHAR_MAX, "localeconv");
    CHECK(strcmp(clew_setlocale(LC_ALL, NULL), "C") == 0 && clew_setlocale(LC_ALL, "xx") == NULL, "setlocale");
    if (failures == 0) {
        clew_atexit(at_end);
        clew_exit(1);
    }
}
