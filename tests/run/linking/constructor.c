// test: run
// Constructors run before main in priority order, destructors after it.
#include <stdio.h>
#include <stdlib.h>

static int order[4], n;
__attribute__((constructor(200))) static void second(void) { order[n++] = 2; }
__attribute__((constructor(101))) static void first(void) { order[n++] = 1; }
__attribute__((constructor)) static void third(void) { order[n++] = 3; }
__attribute__((destructor)) static void last(void) { printf("destructor %d\n", n); }
static void at_exit(void) { printf("atexit\n"); n = 9; }

int main(void) {
    printf("%d: %d %d %d\n", n, order[0], order[1], order[2]);
    atexit(at_exit);
    return 0;
}
