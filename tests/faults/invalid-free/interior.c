// test: fault
// Frees a pointer that was moved along.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = malloc(16), *start = s;
    strcpy(s, "  text");
    while (*s == ' ')
        s++;
    printf("%s\n", s);
    free(s); //~ invalid-free
    (void)start;
    return 0;
}
