// test: run
// status: 3
// _Exit skips atexit handlers.
#include <stdio.h>
#include <stdlib.h>

static void never(void) { printf("handler\n"); }

int main(void) {
    atexit(never);
    printf("before\n");
    fflush(stdout);
    _Exit(3);
}
