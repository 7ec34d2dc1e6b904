// test: run
// Standard input that is empty.
#include <stdio.h>

int main(void) {
    int v = 5;
    char b[4] = "abc";
    printf("%d ", getchar());
    printf("%d ", scanf("%d", &v));
    printf("%d ", fgets(b, 4, stdin) == NULL);
    printf("%zu ", fread(b, 1, 3, stdin));
    printf("%d %s %d\n", v, b, feof(stdin) != 0);
    return 0;
}
