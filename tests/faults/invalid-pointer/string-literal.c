// test: fault
// Writes to a string literal.
#include <ctype.h>
#include <stdio.h>

static void upper(char *s) {
    for (; *s; s++)
        *s = toupper(*s); //~ invalid-pointer
}

int main(void) {
    char *word = "literal";
    upper(word);
    printf("%s\n", word);
    return 0;
}
