// test: fault
// The fixed twin of strlen.c.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *s = getenv("NO_SUCH_VARIABLE_HERE");
    if (!s)
        s = "";
    size_t n = strlen(s);
    printf("%zu\n", n);
    return 0;
}
