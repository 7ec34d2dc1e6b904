// test: run
// std: may-be-unsupported unnamed-type-in-expression
// A struct that is defined inside sizeof has no declaration of its own.
#include <stdio.h>

int main(void) {
    printf("%zu\n", sizeof(struct { char c; union { short s; long l; } u; }));
    return 0;
}
