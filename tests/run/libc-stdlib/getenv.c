// test: run
// getenv of an unset name is null; setenv, unsetenv and overwriting.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    printf("%d\n", getenv("NO_SUCH_VARIABLE_HERE") == NULL);
    setenv("CORPUS_VALUE", "one", 1);
    printf("%s\n", getenv("CORPUS_VALUE"));
    setenv("CORPUS_VALUE", "two", 0);
    printf("%s\n", getenv("CORPUS_VALUE"));
    setenv("CORPUS_VALUE", "three", 1);
    printf("%s\n", getenv("CORPUS_VALUE"));
    unsetenv("CORPUS_VALUE");
    printf("%d\n", getenv("CORPUS_VALUE") == NULL);
    return 0;
}
