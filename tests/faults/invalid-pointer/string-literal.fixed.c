// test: fault
// The fixed twin of string-literal.c.
#include <ctype.h>
#include <stdio.h>

static void upper(char *s) {
    for (; *s; s++)
        *s = toupper(*s);
}

int main(void) {
    char word[] = "literal";
    upper(word);
    printf("%s\n", word);
    return 0;
}
