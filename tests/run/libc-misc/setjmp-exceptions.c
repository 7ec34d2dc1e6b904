// test: run
// An exception scheme on setjmp: nested handlers, rethrow, in loops, with struct of jmp_buf.
#include <setjmp.h>
#include <stdio.h>

struct handler { jmp_buf env; struct handler *up; int depth; };
static struct handler *top;

static void throw_(int code) { longjmp(top->env, code); }

static int guarded(int x) {
    struct handler h;
    h.up = top;
    top = &h;
    int code = setjmp(h.env);
    if (code == 0) {
        if (x == 3)
            throw_(30);
        if (x == 5)
            throw_(50);
        top = h.up;
        return x;
    }
    top = h.up;
    if (code == 50)
        throw_(code + 1);
    return -code;
}

int main(void) {
    struct handler outer;
    outer.up = NULL;
    volatile int i;
    for (i = 0; i < 7; i++) {
        top = &outer;
        int code = setjmp(outer.env);
        if (code) {
            printf("caught %d at %d\n", code, i);
            continue;
        }
        printf("%d\n", guarded(i));
    }
    return 0;
}
