// test: run
// stdin: 3\n10 20 30\nname Ada 36.5\nx
// scanf and getchar on standard input, with ungetc between.
#include <stdio.h>

int main(void) {
    int n, sum = 0, v;
    if (scanf("%d", &n) != 1)
        return 1;
    while (n-- > 0 && scanf("%d", &v) == 1)
        sum += v;
    printf("%d\n", sum);
    char key[16], name[16];
    double x;
    printf("%d ", scanf("%15s %15s %lf", key, name, &x));
    printf("%s %s %g\n", key, name, x);
    int c = getchar();
    printf("%d ", c);
    c = getchar();
    ungetc(c, stdin);
    printf("%c %c ", c, getchar());
    printf("%d\n", getchar());
    printf("%d\n", scanf("%d", &v));
    return 0;
}
