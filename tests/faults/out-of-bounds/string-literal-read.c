// test: fault
// Reads beyond the terminator of a string literal.
#include <stdio.h>

int main(void) {
    const char *s = "abc";
    int n = 0;
    for (int i = 0; i < 5; i++)
        n += s[i] != 0; //~ out-of-bounds
    printf("%d\n", n);
    return 0;
}
