// test: run
// status: 42
// The value returned from main is the exit status, modulo 256.
#include <stdio.h>

int main(void) {
    printf("returning\n");
    return 42 + 256;
}
