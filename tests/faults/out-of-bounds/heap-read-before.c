// test: fault
// Reads the byte before an allocation.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *trim(char *s) {
    char *end = s + strlen(s);
    while (end[-1] == ' ') //~ out-of-bounds
        end--;
    *end = 0;
    return s;
}

int main(void) {
    char *s = malloc(4);
    strcpy(s, "   ");
    printf("[%s]\n", trim(s));
    free(s);
    return 0;
}
