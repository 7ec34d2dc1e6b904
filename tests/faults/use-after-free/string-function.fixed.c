// test: fault
// The fixed twin of string-function.c.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = malloc(16);
    strcpy(s, "gone");
    int n = strcmp(s, "gone");
    free(s);
    printf("%d\n", n == 0);
    return 0;
}
