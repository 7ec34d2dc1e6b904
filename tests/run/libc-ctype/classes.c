// test: run
// Every ctype function for all characters and EOF, in the C locale.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    unsigned long hash = 5381;
    for (int c = -1; c < 256; c++) {
        int bits = !!isalnum(c) | !!isalpha(c) << 1 | !!isdigit(c) << 2 | !!isxdigit(c) << 3 | !!islower(c) << 4 |
                   !!isupper(c) << 5 | !!isspace(c) << 6 | !!isblank(c) << 7 | !!ispunct(c) << 8 | !!isprint(c) << 9 |
                   !!isgraph(c) << 10 | !!iscntrl(c) << 11;
        if (c < 128)
            printf("%x ", bits);
        hash = hash * 33 + bits;
        hash = hash * 33 + (unsigned)tolower(c);
        hash = hash * 33 + (unsigned)toupper(c);
    }
    printf("\n%lu\n", hash);
    int (*f)(int) = isalpha;
    printf("%d %d\n", !!f('x'), !!(isalpha)('1'));
    printf("%c%c%c%c\n", toupper('q'), tolower('Q'), toupper('1'), tolower('['));
    printf("%d %d\n", isascii(127) != 0, isascii(128) != 0);
    const char *s = "MiXed 123";
    for (; *s; s++)
        putchar(isupper((unsigned char)*s) ? tolower(*s) : toupper(*s));
    putchar('\n');
    return 0;
}
