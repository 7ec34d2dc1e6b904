// test: run
// printf of strings and pointers: width, precision, unterminated with precision, null pointer.
#include <stdio.h>

int main(void) {
    const char *s = "string";
    printf("[%s] [%10s] [%-10s] [%.3s] [%10.3s] [%-10.3s] [%.0s] [%.10s]\n", s, s, s, s, s, s, s, s);
    char raw[3] = {'x', 'y', 'z'};
    printf("[%.3s] [%.*s]\n", raw, 2, raw);
    printf("[%*s] [%-*s] [%.*s]\n", 8, s, 8, s, -1, s);
    printf("[%p] [%10p] [%p]\n", (void *)0, (void *)0, (void *)0x7fff1234);
    printf("[%s] [%5s]\n", "", "");
    printf("%s%s%s\n", "a", "", "b");
    char buf[20];
    int n = sprintf(buf, "%s-%s", "left", "right");
    printf("%d %s\n", n, buf);
    n = snprintf(buf, 5, "%s", "truncated");
    printf("%d %s\n", n, buf);
    n = snprintf(buf, 0, "unchanged");
    printf("%d %s\n", n, buf);
    n = snprintf(NULL, 0, "%d %s", 12345, "abc");
    printf("%d\n", n);
    n = snprintf(buf, 1, "x");
    printf("%d [%s]\n", n, buf);
    const char *volatile null = NULL;
    printf("[%s] [%.3s] [%8s]\n", null, null, null);
    fputs("fputs ", stdout);
    puts("puts");
    printf("%c%c%c\n", 0x41, 0x142, 'C');
    return 0;
}
