// test: fault
// The fixed twin of string-literal.c.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *name = strdup("default");
    printf("%zu\n", strlen(name));
    free(name);
    return 0;
}
