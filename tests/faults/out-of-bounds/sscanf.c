// test: fault
// sscanf %s without a width writes past a small buffer.
#include <stdio.h>

int main(void) {
    char word[6];
    const char *input = "abcdefghij 5";
    int r = sscanf(input, "%s", word); //~ out-of-bounds
    printf("%d %c\n", r, word[0]);
    return 0;
}
