// test: run
// status: 7
// atexit handlers run in reverse order, may register more; exit flushes and gives the status.
#include <stdio.h>
#include <stdlib.h>

static void a(void) { printf("a\n"); }
static void late(void) { printf("late\n"); }
static void b(void) { printf("b\n"); atexit(late); }
static void c(void) { printf("c\n"); }
static void deep(int n) {
    if (n == 0)
        exit(7);
    deep(n - 1);
}

int main(void) {
    atexit(a);
    atexit(b);
    atexit(b);
    atexit(c);
    printf("no newline at exit, ");
    deep(5);
    printf("not reached\n");
    return 1;
}
