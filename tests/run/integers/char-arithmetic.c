// test: run
// Plain char is signed here; arithmetic and comparison with characters above 127.
#include <stdio.h>

int main(void) {
    char c = '\xff', d = '\x80';
    printf("%d %d %d\n", c, d, c == 0xff);
    printf("%d\n", '\xff' == c);
    printf("%d %d\n", c < 0, (unsigned char)c);
    c = 'z';
    c += 10;
    printf("%d\n", c);
    char digits[] = "90210";
    int n = 0;
    for (char *p = digits; *p; p++)
        n = n * 10 + (*p - '0');
    printf("%d\n", n);
    for (char ch = 'a'; ch <= 'z'; ch += 5)
        printf("%c%c", ch, ch - 'a' + 'A');
    printf("\n");
    int histogram[256] = {0};
    const char *text = "h\xe9llo w\xf6rld";
    for (const char *p = text; *p; p++)
        histogram[(unsigned char)*p]++;
    printf("%d %d %d\n", histogram[0xe9], histogram[0xf6], histogram['l']);
    printf("%d\n", 'ab' == ('a' << 8 | 'b'));
    printf("%d %d\n", '\'', '"');
    return 0;
}
