// test: run
// Adjacent literals join; stringised and joined macros; line continuation inside a literal.
#include <stdio.h>

#define STR(x) #x
#define XSTR(x) STR(x)
#define VERSION 12
#define CAT(a, b) a##b

int main(void) {
    printf("one " "two " "three\n");
    printf("v" XSTR(VERSION) "." STR(VERSION) "\n");
    printf("%s\n", STR(a + "b\n" 'c'));
    printf("continued \
line\n");
    int CAT(na, me) = 5;
    printf("%d %zu\n", name, sizeof("ab" "cd" ""));
    const char *lines[] = {
        "first",
        "sec" "ond",
        "third" " and last",
    };
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++)
        printf("%s\n", lines[i]);
    printf("%s\n", __func__);
    printf("%c%c%c\n", "abc"[1], *"xyz", 2 ["pqr"]);
    return 0;
}
