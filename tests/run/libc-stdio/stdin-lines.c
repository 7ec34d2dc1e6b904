// test: run
// stdin: first line\nsecond\n\nlast without newline
// Reading standard input by lines with fgets until the end.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[8];
    int n = 0;
    while (fgets(line, sizeof line, stdin)) {
        size_t len = strlen(line);
        printf("%d [%.*s] %d\n", ++n, (int)strcspn(line, "\n"), line, len && line[len - 1] == '\n');
    }
    printf("%d %d\n", feof(stdin) != 0, fgets(line, sizeof line, stdin) == NULL);
    return 0;
}
