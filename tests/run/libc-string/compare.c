// test: run
// strcmp, strncmp, memcmp, strcasecmp, strcoll: signs, unsigned comparison, prefixes, lengths.
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
    const char *w[] = {"", "a", "ab", "abc", "abd", "B", "b", "\xff", "a\x80"};
    for (int i = 0; i < 9; i++) {
        for (int j = 0; j < 9; j++)
            printf("%2d", sign(strcmp(w[i], w[j])));
        printf("  ");
        for (int j = 0; j < 9; j++)
            printf("%2d", sign(strncmp(w[i], w[j], 2)));
        printf("  ");
        for (int j = 0; j < 9; j++)
            printf("%2d", sign(strcasecmp(w[i], w[j])));
        printf("\n");
    }
    printf("%d %d %d\n", strncmp("abc", "xyz", 0), sign(strncmp("abc", "abd", 3)), strncmp("abc", "abd", 2));
    printf("%d %d %d\n", sign(memcmp("a\0b", "a\0c", 3)), memcmp("x", "y", 0), sign(memcmp("\x80", "\x7f", 1)));
    printf("%d %d\n", strncasecmp("HELLO", "help", 3), sign(strncasecmp("HELLO", "help", 4)));
    printf("%d\n", sign(strcoll("abc", "abd")));
    char buf[10];
    printf("%zu %s\n", strxfrm(buf, "xfrm", 10), buf);
    return 0;
}
