// test: fault
// The fixed twin of malloc-no-terminator.c.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *s) {
    char *c = malloc(strlen(s) + 1);
    return strcpy(c, s);
}

int main(void) {
    char *c = copy("hello");
    printf("%c\n", c[1]);
    free(c);
    return 0;
}
