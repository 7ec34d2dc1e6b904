// test: fault
// Frees a string literal.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *name = "default";
    printf("%zu\n", strlen(name));
    free(name); //~ invalid-free
    return 0;
}
