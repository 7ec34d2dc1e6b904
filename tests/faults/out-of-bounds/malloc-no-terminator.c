// test: fault
// Room for the characters but not for the terminator.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *s) {
    char *c = malloc(strlen(s));
    return strcpy(c, s); //~ out-of-bounds
}

int main(void) {
    char *c = copy("hello");
    printf("%c\n", c[1]);
    free(c);
    return 0;
}
