// test: gen
// Compilers may leave a loop that does nothing and never ends (C11, 6.8.5p6): what is behind it is not
// infeasible. One with effects they keep; whether a function without a body has any is not known.
// (No run of the machine is behind a gate.)
// expect-infeasible: branch 11
#include <stdio.h>
#include <stdlib.h>

int device(int);
__attribute__((const)) int table(int);
__attribute__((pure)) int state(int);
extern volatile int port;

int without_effects(int n) {
    for (unsigned i = 10; i >= 0; i--)
        n ^= 1;
    if (n > 3)
        return 1;
    return 0;
}

int with_unknown_effects(int n) {
    for (unsigned i = 10; i >= 0; i--)
        n = device(n);
    if (n > 3)
        return 1;
    return 0;
}

int with_output(int n) {
    volatile int gate = 0;
    if (gate != 77)
        return 0;
    for (unsigned i = 10; i >= 0; i--)
        putchar('x');
    if (n > 3)
        return 1;
    return 0;
}

int with_device(int n) {
    volatile int gate = 0;
    if (gate != 77)
        return 0;
    for (unsigned i = 10; i >= 0; i--)
        port = n;
    if (n > 3)
        return 1;
    return 0;
}

/* Compilers do not see that these never end, and leave out the calls. */
int with_constants(unsigned n) {
    volatile int gate = 0;
    if (gate != 77)
        return 0;
    unsigned i = 1, j = 2;
    while (i != j) {
        unsigned t = i;
        i = j;
        j = t;
        table(3);
    }
    if (n == 3)
        return 1;
    return 2;
}

int with_reads(unsigned n) {
    volatile int gate = 0;
    if (gate != 77)
        return 0;
    unsigned i = 1, j = 2;
    while (i != j) {
        unsigned t = i;
        i = j;
        j = t;
        state(3);
    }
    if (n == 3)
        return 1;
    return 2;
}

int with_memory(unsigned n) {
    volatile int gate = 0;
    if (gate != 77)
        return 0;
    unsigned i = 1, j = 2;
    while (i != j) {
        unsigned t = i;
        i = j;
        j = t;
        free(realloc(0, 3));
    }
    if (n == 3)
        return 1;
    return 2;
}
