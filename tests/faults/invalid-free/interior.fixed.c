// test: fault
// The fixed twin of interior.c.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = malloc(16), *start = s;
    strcpy(s, "  text");
    while (*s == ' ')
        s++;
    printf("%s\n", s);
    free(start);
    (void)start;
    return 0;
}
