/* Signals that a program sends to itself. Its default actions end the run. */
#include "clew_libc.h"

#define SIGNAL_COUNT 65
#define SIGABRT 6
/* What the program believes to be its process: as arbitrary as an address, so that no two runs need
 * agree on it. */
static char somewhere;
#define PROCESS (4242 + (int)((unsigned long)&somewhere >> 4 & 1023))
#define SIG_DFL ((signal_handler *)0)
#define SIG_IGN ((signal_handler *)1)
#define SIG_ERR ((signal_handler *)-1)
#define SA_SIGINFO 4
#define SA_RESETHAND 0x80000000

typedef void signal_handler(int);

/* As the platform lays them out. */
typedef struct { unsigned long words[16]; } sigset_t;
struct sigaction {
    signal_handler *sa_handler;
    sigset_t sa_mask;
    int sa_flags;
    void (*sa_restorer)(void);
};
struct siginfo {
    int si_signo;
    int si_errno;
    int si_code;
    int unused[29];
};

/* Native: ends the run as the signal's default action does. */
void __clew_killed(int signal) __attribute__((noreturn));

static struct sigaction actions[SIGNAL_COUNT];
static sigset_t blocked;
static sigset_t pending;

static int is_ignored_by_default(int signal)
{
    /* CHLD, CONT, URG, WINCH. */
    return signal == 17 || signal == 18 || signal == 23 || signal == 28;
}

static int is_signal(int signal)
{
    return signal > 0 && signal < SIGNAL_COUNT;
}

static int is_member(const sigset_t *set, int signal)
{
    return set->words[0] >> (signal - 1) & 1;
}

int sigaction(int signal, const struct sigaction *action, struct sigaction *old)
{
    /* KILL and STOP cannot be caught. */
    if (!is_signal(signal) || (action != NULL && (signal == 9 || signal == 19))) {
        errno = EINVAL;
        return -1;
    }
    if (old != NULL)
        *old = actions[signal];
    if (action != NULL)
        actions[signal] = *action;
    return 0;
}

signal_handler *signal(int signal, signal_handler *handler)
{
    signal_handler *old;
    if (!is_signal(signal) || signal == 9 || signal == 19) {
        errno = EINVAL;
        return SIG_ERR;
    }
    old = actions[signal].sa_handler;
    actions[signal].sa_handler = handler;
    actions[signal].sa_flags = 0;
    return old;
}

signal_handler *__sysv_signal(int number, signal_handler *handler)
{
    signal_handler *old = signal(number, handler);
    if (old != SIG_ERR)
        actions[number].sa_flags = (int)SA_RESETHAND;
    return old;
}

signal_handler *bsd_signal(int number, signal_handler *handler)
{
    return signal(number, handler);
}

int raise(int signal)
{
    signal_handler *handler;
    int flags;
    if (!is_signal(signal)) {
        errno = EINVAL;
        return -1;
    }
    if (is_member(&blocked, signal)) {
        pending.words[0] |= 1UL << (signal - 1);
        return 0;
    }
    handler = actions[signal].sa_handler;
    flags = actions[signal].sa_flags;
    if (handler == SIG_IGN || (handler == SIG_DFL && is_ignored_by_default(signal)))
        return 0;
    if (handler == SIG_DFL)
        __clew_killed(signal);
    if (flags & (int)SA_RESETHAND)
        actions[signal].sa_handler = SIG_DFL;
    if (flags & SA_SIGINFO) {
        struct siginfo info = { .si_signo = signal, .si_code = -6 };
        ((void (*)(int, struct siginfo *, void *))handler)(signal, &info, NULL);
    } else {
        handler(signal);
    }
    return 0;
}

int gsignal(int signal)
{
    return raise(signal);
}

int getpid(void)
{
    return PROCESS;
}

int kill(int process, int signal)
{
    if (process != PROCESS && process != 0) {
        errno = 1;
        return -1;
    }
    return signal == 0 ? 0 : raise(signal);
}

void abort(void)
{
    signal_handler *handler = actions[SIGABRT].sa_handler;
    if (handler != SIG_DFL && handler != SIG_IGN)
        raise(SIGABRT);
    __clew_killed(SIGABRT);
}

int sigemptyset(sigset_t *set)
{
    memset(set, 0, sizeof *set);
    return 0;
}

int sigfillset(sigset_t *set)
{
    memset(set, 255, sizeof *set);
    return 0;
}

int sigaddset(sigset_t *set, int signal)
{
    if (!is_signal(signal)) {
        errno = EINVAL;
        return -1;
    }
    set->words[0] |= 1UL << (signal - 1);
    return 0;
}

int sigdelset(sigset_t *set, int signal)
{
    if (!is_signal(signal)) {
        errno = EINVAL;
        return -1;
    }
    set->words[0] &= ~(1UL << (signal - 1));
    return 0;
}

int sigismember(const sigset_t *set, int signal)
{
    if (!is_signal(signal)) {
        errno = EINVAL;
        return -1;
    }
    return is_member(set, signal);
}

/* Delivers what is pending and no longer blocked. */
static void deliver(void)
{
    int signal;
    for (signal = 1; signal < SIGNAL_COUNT; signal++) {
        if (is_member(&pending, signal) && !is_member(&blocked, signal)) {
            pending.words[0] &= ~(1UL << (signal - 1));
            raise(signal);
        }
    }
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    sigset_t before = blocked;
    if (set != NULL) {
        if (how == 0)
            blocked.words[0] |= set->words[0];
        else if (how == 1)
            blocked.words[0] &= ~set->words[0];
        else
            blocked.words[0] = set->words[0];
        deliver();
    }
    if (old != NULL)
        *old = before;
    return 0;
}

int sigpending(sigset_t *set)
{
    *set = pending;
    return 0;
}
