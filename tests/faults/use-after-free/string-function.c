// test: fault
// Passes freed memory to a string function.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = malloc(16);
    strcpy(s, "gone");
    free(s);
    int n = strcmp(s, "gone"); //~ use-after-free
    printf("%d\n", n == 0);
    return 0;
}
