// test: run
// args: one "two words" 3 ""
// argc and argv: count, values, the terminating null pointer, modification.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    printf("%d\n", argc);
    for (int i = 1; i < argc; i++)
        printf("[%s] %zu\n", argv[i], strlen(argv[i]));
    printf("%d %d\n", argv[argc] == NULL, argv[0] != NULL);
    argv[1][0] = 'O';
    printf("%s %d\n", argv[1], atoi(argv[3]) * 2);
    char **p = argv + 1;
    while (*p)
        p++;
    printf("%td\n", p - argv);
    return 0;
}
