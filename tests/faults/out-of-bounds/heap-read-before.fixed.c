// test: fault
// The fixed twin of heap-read-before.c.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *trim(char *s) {
    char *end = s + strlen(s);
    while (end > s && end[-1] == ' ')
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
