// test: run
// std: may-be-unsupported inline-asm
// Empty inline assembly templates as barriers and value hiders.
#include <stdio.h>

static int hidden(int x) {
    __asm__ volatile("" : "+r"(x));
    return x * 2;
}

int main(void) {
    int v = 5;
    __asm__ __volatile__("" ::: "memory");
    printf("%d\n", hidden(v));
    __asm__("" : : "r"(v), "m"(v));
    printf("%d\n", v);
    return 0;
}
