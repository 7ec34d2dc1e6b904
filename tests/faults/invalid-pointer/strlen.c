// test: fault
// Hands a wild pointer to a library function.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *s = (const char *)(uintptr_t)0x123456789a;
    size_t n = strlen(s); //~ invalid-pointer
    printf("%zu\n", n);
    return 0;
}
