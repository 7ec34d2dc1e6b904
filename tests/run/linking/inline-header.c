// test: run
// cflags: -std=gnu11
// files: inline-header/other.c
// Inline functions from a header: static inline copies, C99 inline with one extern definition.
#include "inline-header/shared.h"
#include <stdio.h>

int other_count(void);
int other_square(int);

int main(void) {
    bump();
    bump();
    printf("%d %d\n", bump(), other_count());
    printf("%d %d\n", square(5), other_square(6));
    printf("%d\n", limit_of(3));
    return 0;
}
