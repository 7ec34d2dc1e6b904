// test: fault
// The fixed twin of strlen-unterminated.c.
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[5] = {'w', 'o', 'r', 'd'};
    size_t n = strlen(word);
    printf("%d\n", n >= 4);
    return 0;
}
