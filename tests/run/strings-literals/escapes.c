// test: run
// Escape sequences in character and string literals.
#include <stdio.h>

int main(void) {
    const char s[] = "\a\b\f\n\r\t\v\\\'\"\?\0\1\12\123\1234\x1\x7f\xff\e";
    for (unsigned i = 0; i < sizeof s; i++)
        printf("%d ", (unsigned char)s[i]);
    printf("%zu\n", sizeof s);
    printf("%d %d %d %d\n", '\0', '\177', '\x41', '\377');
    printf("%s\n", "tab\there \"quoted\" back\\slash");
    printf("%zu %zu\n", sizeof "", sizeof "a\0b");
    printf("%s|\n", "stops\0here");
    printf("%zu\n", sizeof("\x41" "1"));
    printf("%c%c\n", "hex\x2e" "e"[3], "hex\x2e" "e"[4]);
    return 0;
}
