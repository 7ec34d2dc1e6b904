// test: run
// signal and raise: handlers, the previous handler, ignoring, repeated delivery.
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t seen, times;
static void handler(int sig) {
    seen = sig;
    times++;
    signal(sig, handler);
}
static void other(int sig) { seen = -sig; }

int main(void) {
    printf("%d\n", signal(SIGTERM, handler) == SIG_DFL);
    printf("%d\n", raise(SIGTERM));
    printf("%d %d\n", seen == SIGTERM, times);
    raise(SIGTERM);
    printf("%d\n", times);
    printf("%d\n", signal(SIGTERM, other) == handler);
    raise(SIGTERM);
    printf("%d\n", seen == -SIGTERM);
    signal(SIGINT, SIG_IGN);
    raise(SIGINT);
    printf("%d\n", signal(SIGINT, SIG_DFL) == SIG_IGN);
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    printf("%d %d\n", seen == SIGUSR1, times);
    return 0;
}
