// test: gen
// What is typed is an input: numbers, words and single characters up to the end.
// clew-gen: --entry main
// expect-total: branch 12
// expect-covered: branch 12
// expect-infeasible: branch 0
#include <stdio.h>
#include <string.h>

int main(void) {
    int count, c, lines = 0;
    char name[8];
    if (scanf("%d %7s", &count, name) != 2)
        return 1;
    if (strcmp(name, "stop") == 0)
        return 2;
    if (count == 7)
        return 3;
    while ((c = getchar()) != EOF)
        if (c == '\n' && ++lines == 2)
            return 4;
    return 0;
}
