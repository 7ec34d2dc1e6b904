// test: run
// setjmp and longjmp across frames; values; locals that are volatile keep their changes.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;
static int depth;

static void dive(int n) {
    depth++;
    if (n == 0)
        longjmp(env, 7);
    dive(n - 1);
}

int main(void) {
    volatile int v = 1;
    int r = setjmp(env);
    printf("%d %d\n", r, v);
    if (r == 0) {
        v = 2;
        dive(5);
        printf("not reached\n");
    }
    printf("%d\n", depth);
    volatile int loops = 0;
    switch (setjmp(env)) {
    case 0: loops++; longjmp(env, 1);
    case 1: loops++; longjmp(env, 0x100);
    case 0x100: loops++; printf("%d\n", loops); break;
    default: printf("bad\n");
    }
    volatile int count = 0;
    if (setjmp(env) < 3)
        longjmp(env, ++count);
    printf("%d\n", count);
    if (!setjmp(env))
        longjmp(env, 0);
    else
        printf("zero becomes one\n");
    return 0;
}
