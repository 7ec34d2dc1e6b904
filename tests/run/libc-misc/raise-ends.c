// test: run
// status: 143
// sanitizers: skip
// A signal that the program raises and does not catch ends it with that signal.
#include <signal.h>
#include <stdio.h>

static void caught(int number) { printf("caught %d\n", number == SIGTERM); }

int main(void)
{
    signal(SIGTERM, caught);
    raise(SIGTERM);
    signal(SIGTERM, SIG_DFL);
    printf("now\n");
    fflush(stdout);
    raise(SIGTERM);
    printf("never\n");
    return 0;
}
