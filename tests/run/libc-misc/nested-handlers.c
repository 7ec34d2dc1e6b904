// test: run
// A handler that raises another signal, and longjmp out of a handler.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t log_[8], n;
static jmp_buf env;

static void inner(int sig) { log_[n++] = sig; }
static void outer(int sig) {
    log_[n++] = sig;
    raise(SIGUSR2);
    log_[n++] = -sig;
}
static void escape(int sig) { longjmp(env, sig); }

int main(void) {
    signal(SIGUSR1, outer);
    signal(SIGUSR2, inner);
    raise(SIGUSR1);
    for (int i = 0; i < n; i++) printf("%d ", log_[i]);
    printf("\n");
    signal(SIGTERM, escape);
    int r = setjmp(env);
    if (r == 0)
        raise(SIGTERM);
    printf("%d\n", r == SIGTERM);
    return 0;
}
