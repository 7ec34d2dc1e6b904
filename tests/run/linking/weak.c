// test: run
// files: weak/strong.c
// Weak definitions give way to strong ones; undefined weak references are null.
#include <stdio.h>

__attribute__((weak)) int overridden(void) { return 1; }
__attribute__((weak)) int kept(void) { return 2; }
__attribute__((weak)) int value = 3;
extern __attribute__((weak)) int missing(void);
extern __attribute__((weak)) int missing_value;

int main(void) {
    printf("%d %d %d\n", overridden(), kept(), value);
    printf("%d\n", missing ? missing() : -1);
    printf("%d\n", &missing_value == NULL);
    return 0;
}
