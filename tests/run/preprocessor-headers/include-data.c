// test: run
// Including the same file several times with different macros, and data from a file.
#include <stdio.h>

#define TYPE int
#include "include-data/stack.h"
#undef TYPE
#define TYPE double
#include "include-data/stack.h"

static const int primes[] = {
#include "include-data/primes.inc"
};

int main(void) {
    struct stack_int a = {0};
    struct stack_double b = {0};
    for (int i = 0; i < 4; i++) {
        push_int(&a, i);
        push_double(&b, i / 4.0);
    }
    printf("%d %g\n", pop_int(&a), pop_double(&b));
    printf("%zu %d\n", sizeof primes / sizeof *primes, primes[5]);
    return 0;
}
