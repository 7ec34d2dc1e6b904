// test: run
// memcpy, memmove with overlap both ways, memset, mempcpy-like chains, memccpy, strcpy family.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

static void show(const char *b, int n) {
    for (int i = 0; i < n; i++)
        putchar(b[i] ? b[i] : '.');
    putchar('\n');
}

int main(void) {
    char b[21] = "abcdefghijklmnopqrst";
    memmove(b + 3, b, 10);
    show(b, 20);
    memmove(b, b + 5, 10);
    show(b, 20);
    memmove(b, b, 20);
    memmove(b + 1, b, 0);
    memset(b + 2, 'x', 3);
    show(b, 20);
    memcpy(b, "HELLO", 5);
    show(b, 20);
    memset(b, 0x141, 2);
    show(b, 20);
    char s[20];
    memset(s, '-', sizeof s);
    printf("%d\n", strcpy(s, "one") == s);
    show(s, 10);
    memset(s, '-', sizeof s);
    strncpy(s, "abc", 6);
    show(s, 10);
    strncpy(s, "abcdefgh", 4);
    show(s, 10);
    strcpy(s, "x");
    strcat(s, "yz");
    strncat(s, "12345", 2);
    strncat(s, "ab", 10);
    strncat(s, "zz", 0);
    printf("%s %zu\n", s, strlen(s));
    printf("%td\n", stpcpy(s, "stp") - s);
    printf("%td %d\n", (char *)memccpy(s, "find:here", ':', 9) - s, memccpy(s, "none", ':', 4) == NULL);
    printf("%td\n", (char *)mempcpy(s, "12", 2) - s);
    return 0;
}
