// test: fault
// The fixed twin of string-literal-read.c.
#include <stdio.h>

int main(void) {
    const char *s = "abc";
    int n = 0;
    for (int i = 0; i < 4; i++)
        n += s[i] != 0;
    printf("%d\n", n);
    return 0;
}
