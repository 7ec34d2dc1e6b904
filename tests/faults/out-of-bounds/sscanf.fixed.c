// test: fault
// The fixed twin of sscanf.c.
#include <stdio.h>

int main(void) {
    char word[6];
    const char *input = "abcdefghij 5";
    int r = sscanf(input, "%5s", word);
    printf("%d %c\n", r, word[0]);
    return 0;
}
