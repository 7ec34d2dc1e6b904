// test: fault
// Passes a null pointer to strlen.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *s = getenv("NO_SUCH_VARIABLE_HERE");
    size_t n = strlen(s); //~ null-dereference
    printf("%zu\n", n);
    return 0;
}
