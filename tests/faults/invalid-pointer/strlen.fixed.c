// test: fault
// The fixed twin of strlen.c.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *s = (const char *)(uintptr_t)0x123456789a;
    s = "ok";
    size_t n = strlen(s);
    printf("%zu\n", n);
    return 0;
}
