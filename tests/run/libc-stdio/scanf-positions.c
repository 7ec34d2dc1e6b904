// test: run
// scanf conversions that name their arguments by position.
#include <stdio.h>

int main(void)
{
    int a = 0, b = 0, c = 0;
    char word[16] = "", set[16] = "";
    double d = 0;
    int stored = sscanf("12 34", "%2$d %1$d", &a, &b);
    printf("%d %d %d\n", stored, a, b);
    stored = sscanf("77", "%1$d", &c);
    printf("%d %d\n", stored, c);
    stored = sscanf("x=5 hello 2.5 abc", "x=%3$d %1$s %4$lf %2$[a-c]", word, set, &a, &d);
    printf("%d %s %s %d %g\n", stored, word, set, a, d);
    stored = sscanf("123456", "%2$3d%1$2x%3$n", &a, &b, &c);
    printf("%d %d %d %d\n", stored, a, b, c);
    stored = sscanf("1 2 3", "%1$d %*d %2$d", &a, &b);
    printf("%d %d %d\n", stored, a, b);
    stored = sscanf("10 20", "%10d%5d", &a, &b);
    printf("%d %d %d\n", stored, a, b);
    return 0;
}
