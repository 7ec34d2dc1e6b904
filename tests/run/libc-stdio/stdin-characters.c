// test: run
// stdin: The quick brown fox.\nJumps over\tthe lazy dog!\n
// Counting lines, words and characters of standard input with getchar.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int c, lines = 0, words = 0, chars = 0, in = 0;
    while ((c = getchar()) != EOF) {
        chars++;
        if (c == '\n')
            lines++;
        if (isspace(c))
            in = 0;
        else if (!in) {
            in = 1;
            words++;
        }
        putchar(toupper(c));
    }
    printf("%d %d %d\n", lines, words, chars);
    return 0;
}
