// test: run
// Character classification by the user's own table and by ranges agrees with ctype.
#include <ctype.h>
#include <stdio.h>

static const unsigned char table[256] = {['0' ... '9'] = 1, ['a' ... 'z'] = 2, ['A' ... 'Z'] = 4, ['_'] = 2, [' '] = 8, ['\t' ... '\r'] = 8};

int main(void) {
    int differ = 0;
    for (int c = 0; c < 256; c++) {
        differ += !!isdigit(c) != (table[c] == 1);
        differ += !!islower(c) != (table[c] == 2 && c != '_');
        differ += !!isupper(c) != (c >= 'A' && c <= 'Z');
        differ += !!isspace(c) != (table[c] == 8);
    }
    printf("%d\n", differ);
    const char *s = "Hello_World 42\tend";
    for (; *s; s++) putchar('0' + table[(unsigned char)*s]);
    putchar('\n');
    return 0;
}
